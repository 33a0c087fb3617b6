// The link of another device carries its secret behind `#`, where no server sees it.
const carried = location.hash.slice(1);
if (carried) {
  history.replaceState(null, "", location.pathname);
  document.getElementById("device-secret").value = carried;
  document.getElementById("arrive").requestSubmit();
}
