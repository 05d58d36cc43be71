import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "./folders.ts";
import { tryHold } from "./lock.ts";

type Wish = {
  name: string;
  usual: number;
  given: string | undefined;
  host: string;
  dataDir: string;
  protocol?: "tcp" | "udp";
};

/**
 * The port of one program, for as long as this process lives: the one given by hand, else the one this folder used
 * before, else the usual one, else any. Two instances that start together never agree on the same.
 * @throws Error when the given one is busy
 */
export async function claimPort({
  name,
  usual,
  given,
  host,
  dataDir,
  protocol = "tcp",
}: Wish): Promise<number> {
  const listen = protocol === "udp" ? bindOnce : listenOnce;
  if (given !== undefined && given !== "") {
    const port = Number(given);
    if (port === 0) return keep(dataDir, name, await claimAny(host, listen));
    if (await claim(port, host, listen)) return port;
    throw new Error(`Port ${given} is in use: free it, or give another one for ${name}.`);
  }
  const before = readPorts(dataDir)[name];
  for (const port of [before, usual])
    if (port !== undefined && (await claim(port, host, listen))) return keep(dataDir, name, port);
  return keep(dataDir, name, await claimAny(host, listen));
}

/** {PARLEY_DATA}/ports.json: program → port. */
export function readPorts(dataDir: string): Record<string, number> {
  const ports = readJson(join(dataDir, "ports.json"));
  if (typeof ports !== "object" || ports === null) return {};
  return Object.fromEntries(
    Object.entries(ports).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number",
    ),
  );
}

function keep(dataDir: string, name: string, port: number): number {
  const file = join(dataDir, "ports.json");
  writeFileSync(
    `${file}.new`,
    `${JSON.stringify({ ...readPorts(dataDir), [name]: port }, null, 2)}\n`,
  );
  renameSync(`${file}.new`, file);
  return port;
}

/** Takes a port for a moment. Null: somebody has it. */
type Listen = (port: number, host: string) => Promise<number | null>;

/** The reservation bridges the seconds between choosing a port and the program's listening on it. */
async function claim(port: number, host: string, listen: Listen): Promise<boolean> {
  if ((await listen(port, host)) === null) return false;
  return (await tryHold(`port ${port}`)) !== null;
}

async function claimAny(host: string, listen: Listen): Promise<number> {
  for (;;) {
    const port = await listen(0, host);
    if (port !== null && (await tryHold(`port ${port}`)) !== null) return port;
  }
}

function listenOnce(port: number, host: string): Promise<number | null> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") done(null);
      else fail(unusable(port, host, error));
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : null));
    });
  });
}

function bindOnce(port: number, host: string): Promise<number | null> {
  return new Promise((done, fail) => {
    const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
    socket.once("error", (error: NodeJS.ErrnoException) => {
      socket.close();
      if (error.code === "EADDRINUSE") done(null);
      else fail(unusable(port, host, error));
    });
    socket.bind({ port, address: host, exclusive: true }, () => {
      const { port: taken } = socket.address();
      socket.close(() => done(taken));
    });
  });
}

const unusable = (port: number, host: string, error: NodeJS.ErrnoException): Error =>
  new Error(`${host}:${port} cannot be listened on (${error.code ?? error.message}).`);
