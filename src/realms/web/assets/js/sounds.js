// A small set of sounds, made here and not loaded. Off until somebody asks for them, one volume,
// none twice within a moment; each comes with something to be seen.

const AGAIN = 80; // milliseconds
const table = document.getElementById("table");
const loudness = () => Number(document.documentElement.dataset.volume ?? 0) / 100;

let audio = null;
const last = new Map();

// --- What they are made of: tones and rushes, each [start, length, loudness, …] in seconds ---

const tone = (start, length, loud, pitch, shape = "sine", to = pitch) => ({ start, length, loud, pitch, shape, to });
const rush = (start, length, loud, pitch, width = 1) => ({ start, length, loud, pitch, width, isNoise: true });
const wood = (start, pitch, loud = 0.5) => [tone(start, 0.09, loud, pitch, "triangle", pitch / 2), rush(start, 0.03, loud / 2, 1800)];
const chime = (start, pitch, loud = 0.3) => [tone(start, 0.7, loud, pitch), tone(start, 0.35, loud / 3, pitch * 2.76)];

const SOUNDS = {
  "card-draw": [rush(0, 0.14, 0.35, 2600, 0.7), rush(0.1, 0.06, 0.3, 1500)],
  "card-take": [rush(0, 0.12, 0.35, 3200, 0.8)],
  "card-drop": [rush(0, 0.07, 0.4, 1300), tone(0.02, 0.06, 0.2, 160, "sine", 90)],
  "card-lift": [rush(0, 0.06, 0.2, 3800)],
  "card-place": [rush(0, 0.05, 0.4, 1600), tone(0.01, 0.05, 0.25, 190, "sine", 110)],
  fan: [0, 1, 2, 3].map((number) => rush(number * 0.045, 0.04, 0.22, 2400 + number * 300)),
  thread: [tone(0, 0.22, 0.2, 660, "sine", 700)],
  snap: [rush(0, 0.03, 0.5, 4200), tone(0, 0.05, 0.2, 900, "square", 300)],
  stamp: [tone(0, 0.1, 0.6, 120, "triangle", 60), rush(0, 0.05, 0.3, 700)],
  flag: [rush(0, 0.22, 0.25, 900, 0.5)],
  "piece-wood": wood(0, 420),
  "wall-up": [...wood(0, 180), ...wood(0.1, 220)],
  "wall-down": [...wood(0, 220), ...wood(0.09, 160), rush(0.05, 0.3, 0.25, 320, 0.5)],
  coin: [tone(0, 0.12, 0.2, 1975, "triangle"), tone(0.05, 0.22, 0.2, 2637, "triangle")],
  coins: [0, 1, 2].flatMap((number) => [tone(number * 0.06, 0.16, 0.16, 1975 + number * 331, "triangle")]),
  star: chime(0, 880, 0.25),
  chest: [...wood(0, 150, 0.4), ...chime(0.12, 784, 0.2)],
  gavel: [...wood(0, 260, 0.7), ...wood(0.16, 240, 0.7)],
  crowd: [rush(0, 0.7, 0.25, 1100, 0.3), ...chime(0.1, 659, 0.2)],
  bell: [...chime(0, 1047), ...chime(0.16, 1568, 0.2)],
  horn: [tone(0, 0.45, 0.2, 196, "sawtooth"), tone(0.4, 0.7, 0.22, 294, "sawtooth")],
  fanfare: [523, 659, 784, 1047].flatMap((pitch, number) => [tone(number * 0.13, number === 3 ? 0.8 : 0.2, 0.22, pitch, "triangle"), tone(number * 0.13, 0.2, 0.08, pitch * 1.5)]),
};

/** The names of all sounds. */
export const names = Object.keys(SOUNDS);

/** Play a sound; whether it is to be heard. A pitch of 1.1 is a tenth higher. */
export function play(name, pitch = 1) {
  const made = SOUNDS[name], now = performance.now();
  if (!made || !loudness() || document.hidden || now - (last.get(name) ?? -AGAIN) < AGAIN) return false;
  if (!audio || audio.state !== "running") return false;
  last.set(name, now);
  const out = audio.createGain();
  out.gain.value = loudness() * 0.6;
  out.connect(audio.destination);
  for (const part of made) sound(part, pitch, out);
  return true;
}

function sound(part, pitch, out) {
  const start = audio.currentTime + part.start, end = start + part.length;
  const loud = audio.createGain();
  loud.gain.setValueAtTime(part.loud, start);
  loud.gain.exponentialRampToValueAtTime(0.0001, end);
  const source = part.isNoise ? noise(part, pitch, loud) : oscillator(part, pitch, loud, start, end);
  loud.connect(out);
  source.start(start);
  source.stop(end);
}

function oscillator(part, pitch, loud, start, end) {
  const source = audio.createOscillator();
  source.type = part.shape;
  source.frequency.setValueAtTime(part.pitch * pitch, start);
  source.frequency.exponentialRampToValueAtTime(part.to * pitch, end);
  source.connect(loud);
  return source;
}

let hiss = null;

function noise(part, pitch, loud) {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource(), filter = audio.createBiquadFilter();
  source.buffer = hiss;
  filter.type = "bandpass";
  filter.frequency.value = part.pitch * pitch;
  filter.Q.value = part.width;
  source.connect(filter).connect(loud);
  return source;
}

// --- When they are played ---

// Browsers let a page sound once somebody has touched it.
function wake() {
  if (!loudness()) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  } catch { /* a browser without sound */ }
}

const isAsked = () => table.querySelector("[data-asked]")?.dataset.asked === "yes";
const isOver = () => document.getElementById("over") !== null;

if (table) {
  let wasAsked = isAsked(), wasOver = isOver();
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake);
  table.addEventListener("realms:lines", (event) => {
    for (const line of event.detail.lines) if (line.dataset.sound) play(line.dataset.sound);
  });
  document.addEventListener("htmx:after:swap", () => {
    if (isOver() && !wasOver) play("fanfare");
    else if (isAsked() && !wasAsked) play("bell");
    wasAsked = isAsked();
    wasOver = isOver();
  });
}
