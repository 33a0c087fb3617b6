// The link of another device carries its secret behind `#`, where no server sees it.
// It is put into the form and asked about: another site may have led us here with its own.
function carryIn() {
  const carried = location.hash.slice(1);
  if (!carried) return;
  history.replaceState(null, "", location.pathname);
  document.getElementById("device-secret").value = carried;
  document.getElementById("carried-in").hidden = false;
  document.getElementById("paste-about").hidden = true;
  document.querySelector("#devices > h1").after(document.getElementById("coming"));
  document.getElementById("arrive-title").focus();
}

document.getElementById("by-hand").hidden = true;
addEventListener("hashchange", carryIn);
carryIn();
