// The contents show where the reader is.

const links = document.querySelectorAll(".contents a");

function mark(id) {
  for (const link of links) {
    if (link.hash === `#${id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

const reading = new IntersectionObserver(
  (entries) => {
    const here = entries.findLast((entry) => entry.isIntersecting);
    if (here) mark(here.target.getAttribute("aria-labelledby"));
  },
  { rootMargin: "-10% 0px -75% 0px" },
);

function watch() {
  reading.disconnect();
  for (const chapter of document.querySelectorAll(".chapter")) reading.observe(chapter);
}

document.addEventListener("htmx:after:swap", watch);
watch();
