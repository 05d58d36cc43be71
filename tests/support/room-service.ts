import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll } from "vitest";

/**
 * A media server for the whole file that has every room it is asked for, and nobody in it: for what our own rows decide.
 * Import it before anything of the application: settings are read once.
 */
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("no port");
Object.assign(process.env, {
  LIVEKIT_URL: `ws://127.0.0.1:${address.port}`,
  LIVEKIT_API_KEY: "test",
  LIVEKIT_API_SECRET: "a-secret-of-at-least-32-characters-long",
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});
