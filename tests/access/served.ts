import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { edge } from "#app/http/edge.server.ts";
import type { App } from "./app.ts";

/** What came back over the line; `status` 0: nothing did. */
export type Served = { status: number; headers: Headers; text: string };
export type Door = {
  /** Sends a request as it is written here, odd or not, on a line of its own. */
  say: (line: string, headers?: Record<string, string>, body?: string) => Promise<Served>;
  close: () => void;
};

/** The routes of a test behind the product's own Express. */
export async function serve(app: App): Promise<Door> {
  const server = edge(app.build).listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on TCP
  const { port } = server.address() as AddressInfo;
  return {
    say: (line, headers = {}, body = "") => {
      const sent = {
        host: `127.0.0.1:${port}`,
        connection: "close",
        ...(body !== "" && { "content-length": String(Buffer.byteLength(body)) }),
        ...headers,
      };
      const fields = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
      return exchange(port, `${line} HTTP/1.1\r\n${fields.join("")}\r\n${body}`);
    },
    close: () => server.close(),
  };
}

/** By a socket: every client of HTTP would mend or refuse some of what is said here. */
function exchange(port: number, text: string): Promise<Served> {
  return new Promise((done, failed) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"));
    socket.on("data", (chunk) => {
      said += chunk.toString("latin1");
      // A stream goes on for ever: its head is enough.
      if (/^content-type: text\/event-stream/im.test(said)) socket.destroy();
    });
    socket.on("error", failed);
    socket.on("close", () => done(read(said)));
  });
}

function read(said: string): Served {
  const [head = "", ...rest] = said.split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers = new Headers(
    fields.map((field): [string, string] => {
      const at = field.indexOf(":");
      return [field.slice(0, at), field.slice(at + 1).trim()];
    }),
  );
  return { status: Number(line.split(" ")[1] ?? 0), headers, text: rest.join("\r\n\r\n") };
}
