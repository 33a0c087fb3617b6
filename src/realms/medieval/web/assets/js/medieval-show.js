// Two moments are shown as they happen: the walls fall and leaders land seat by seat on the map,
// and at the end points are counted source by source. Any key or tap ends it; nobody who wants
// no motion, or everything at once, sees it. What the page says is true from the beginning.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const isOn = () => !calm.matches && !document.hidden && document.documentElement.dataset.motion !== "off";
const EASE = "cubic-bezier(.2,.8,.2,1)";
const WALL = 400, LAND = 90, SEAT = 240, VERDICT = 120, SOURCE = 500, RISE = 420, HOLD = 900; // milliseconds

const board = () => document.getElementById("medieval");
const waiting = (time) => new Promise((done) => { setTimeout(done, time); });

/** Play what `begin` sets in motion until it is over, or somebody presses or taps. */
async function play(begin, finish) {
  const moving = [];
  const total = begin((thing, frames, options) => thing && moving.push(thing.animate(frames, { easing: EASE, fill: "backwards", ...options })));
  const skipped = new Promise((done) => {
    for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, done, { once: true, capture: true });
  });
  await Promise.race([waiting(total), skipped]);
  for (const one of moving) one.finish();
  finish();
}

// --- The walls fall ---

function reveal() {
  const sheet = document.getElementById("sheet-lands");
  if (!sheet || sheet.matches(":popover-open")) return undefined;
  sheet.classList.add("is-revealed");
  sheet.showPopover();
  return play((animate) => landed(sheet, animate), () => {
    sheet.classList.remove("is-revealed");
    if (sheet.matches(":popover-open")) sheet.hidePopover();
  });
}

/** Leaders land seat by seat, then every land tells who holds it; how long that takes. */
function landed(sheet, animate) {
  let time = WALL;
  animate(sheet.querySelector(".wall"), [{ translate: "0 0" }, { translate: "0 100%" }], { duration: WALL, fill: "both" });
  for (let seat = 0; seat < 5; seat += 1) {
    const leaders = [...sheet.querySelectorAll(`.men .seat-${seat}`)];
    leaders.forEach((leader, nth) => animate(leader,
      [{ opacity: 0, translate: "0 -46px", scale: 1.3 }, { opacity: 1, translate: "0 3px", scale: 1, offset: 0.8 }, { opacity: 1, translate: "0 0" }],
      { duration: 300, delay: time + nth * LAND }));
    if (leaders.length) time += Math.min(SEAT + leaders.length * LAND, 620);
  }
  for (const land of sheet.querySelectorAll(".land")) {
    const verdict = land.querySelector(".verdict");
    if (!verdict) continue;
    animate(verdict, [{ opacity: 0, scale: 0.8 }, {}], { duration: 180, delay: time });
    animate(land.querySelector(".was"), [{ opacity: 0, translate: "0 18px" }, {}], { duration: 180, delay: time });
    for (const beaten of land.querySelectorAll(".beaten")) animate(beaten, [{ opacity: 1, filter: "none" }, {}], { duration: 180, delay: time, fill: "none" });
    time += VERDICT;
  }
  return time + HOLD;
}

// --- The end ---

function finale() {
  const totals = [...board().querySelectorAll("[data-total]")].map((one) => [one, one.textContent]);
  const steps = [];
  return play((animate) => counted(animate, totals, steps), () => {
    steps.forEach(clearTimeout);
    for (const [one, text] of totals) one.textContent = text;
  });
}

/** Points grow source by source, then kings rise, the first one last; how long that takes. */
function counted(animate, totals, steps) {
  const sources = [...board().querySelectorAll(".source")];
  const tell = (nth) => {
    for (const [one] of totals) {
      const stack = board().querySelector(`.stack-total[data-total="${one.dataset.total}"]`).closest("li");
      const known = [...stack.querySelectorAll(".source")].filter((part) => Number(part.dataset.nth) < nth);
      one.textContent = known.reduce((sum, part) => sum + Number(part.dataset.points), 0);
    }
  };
  const most = Math.max(0, ...sources.map((one) => Number(one.dataset.nth) + 1));
  tell(0);
  for (let nth = 1; nth <= most; nth += 1) steps.push(setTimeout(tell, nth * SOURCE, nth));
  for (const one of sources) animate(one, [{ opacity: 0, scale: "0 1" }, { opacity: 1, scale: "1 1" }], { duration: SOURCE - 60, delay: one.dataset.nth * SOURCE });
  const kings = [...board().querySelectorAll(".king")], plates = [...board().querySelectorAll(".ranks > li")];
  kings.forEach((king, place) => {
    const delay = most * SOURCE + (kings.length - 1 - place) * 300;
    animate(king, [{ opacity: 0, translate: "0 70px" }, { opacity: 1, translate: "0 -4px", offset: 0.8 }, {}], { duration: RISE, delay });
    animate(plates[place], [{ opacity: 0 }, {}], { duration: RISE, delay });
  });
  const end = most * SOURCE + kings.length * 300;
  animate(board().querySelector(".confetti"), [{ opacity: 0, translate: "0 -60px" }, {}], { duration: 900, delay: end });
  return end + HOLD;
}

// --- When ---

let before = board()?.dataset.phase;
document.addEventListener("htmx:before:swap", () => { before = board()?.dataset.phase; });
document.addEventListener("realms:shown", (event) => {
  const now = board()?.dataset.phase;
  if (!isOn() || !before || !now || before === now) return;
  const shown = now === "ended" ? finale() : before === "placing" ? reveal() : undefined;
  if (shown) event.detail.holds.push(shown);
}, true);
