// boardgame.io's server with a game that only counts, in its in-memory store.
const { Server, Origins } = require("boardgame.io/server");

const Counting = {
  name: "counting",
  setup: () => ({ count: 0 }),
  turn: { activePlayers: { all: "stage" }, stages: { stage: {} } },
  moves: { count: ({ G }) => { G.count += 1; } },
};

const server = Server({ games: [Counting], origins: [Origins.LOCALHOST, "*"] });
console.log = () => {};
server.run({ port: Number(process.argv[2]) });
