// One socket a match, a move at a time, as boardgame.io's own client sends them; a move is
// counted when the server has told of it.
const { io } = require("socket.io-client");

const [port, matches, wanted] = process.argv.slice(2).map(Number);
const taken = [];
let made = 0;

function played(matchID) {
  return new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${port}/counting`, { transports: ["websocket"] });
    let begin = 0, state = 0, seat = 0;
    const next = () => {
      if (made >= wanted) {
        socket.close();
        resolve();
        return;
      }
      made += 1;
      seat = 1 - seat;
      begin = performance.now();
      const payload = { type: "count", args: [], playerID: String(seat) };
      socket.emit("update", { type: "MAKE_MOVE", payload }, state, matchID, String(seat));
    };
    socket.on("connect", () => socket.emit("sync", matchID, "0", undefined, 2));
    socket.on("sync", (_id, told) => { state = told.state._stateID; next(); });
    const heard = (id) => {
      if (id <= state) return;
      taken.push((performance.now() - begin) / 1000);
      state = id;
      next();
    };
    socket.on("update", (_match, told) => heard(told._stateID));
    socket.on("patch", (_match, _before, id) => heard(id));
  });
}

(async () => {
  const all = Array.from({ length: matches }, (_, number) => `match-${number}`);
  const begin = performance.now();
  await Promise.all(all.map(played));
  const seconds = (performance.now() - begin) / 1000;
  process.stdout.write(JSON.stringify({ moves: taken, seconds }), () => process.exit(0));
})();
