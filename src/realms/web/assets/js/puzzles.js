// Puzzles: one's rating and streak, which only this browser keeps, and the key for the next one.

const KEPT = "realms-puzzles";
const BEGINS = 1200;
const STEP = 32; // how much the first answers count; later ones half of that
const MANY = 30;
const REMEMBERED = 2000; // puzzles whose first answer is known to have counted

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    return { rating: BEGINS, streak: 0, best: 0, answered: [], ...kept };
  } catch {
    return { rating: BEGINS, streak: 0, best: 0, answered: [] };
  }
}

function keep(score) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(score));
  } catch { /* a browser that keeps nothing has no rating */ }
}

function count(score, id, rating, isRight) {
  if (score.answered.includes(id)) return score; // the first try counts
  const expected = 1 / (1 + 10 ** ((rating - score.rating) / 400));
  const step = score.answered.length < MANY ? STEP : STEP / 2;
  const streak = isRight ? score.streak + 1 : 0;
  return {
    rating: Math.round(score.rating + step * ((isRight ? 1 : 0) - expected)),
    streak,
    best: Math.max(score.best, streak),
    answered: [...score.answered, id].slice(-REMEMBERED),
  };
}

function show(score) {
  const line = document.getElementById("puzzle-score");
  if (line && score.answered.length) {
    line.textContent = line.dataset.words.replace(/\{(\w+)\}/g, (_all, name) => score[name]);
    line.hidden = false;
  }
  for (const link of document.querySelectorAll("[data-puzzle-next]")) {
    const after = score.answered.at(-1) ?? "";
    link.href = `${link.dataset.puzzleNext}rating=${Math.max(0, score.rating)}&after=${after}`;
  }
}

let answered = document.getElementById("puzzle")?.dataset.answer;

function settle(isSwapped) {
  const puzzle = document.getElementById("puzzle");
  let score = read();
  if (puzzle?.dataset.answer) {
    score = count(score, puzzle.dataset.puzzle, Number(puzzle.dataset.rating), puzzle.dataset.answer === "right");
    keep(score);
  }
  show(score);
  if (isSwapped && puzzle?.dataset.answer && !answered) {
    document.getElementById("puzzle-title").focus({ preventScroll: true });
    puzzle.scrollIntoView({ block: "start" });
  }
  answered = puzzle?.dataset.answer;
}

settle(false);
document.addEventListener("htmx:after:swap", () => settle(true));
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, select, textarea, dialog, [popover]");
  if (event.key === "n" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping) {
    document.getElementById("puzzle-next")?.click();
  }
});
