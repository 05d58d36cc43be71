import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AddressInfo } from "node:net";

const packages = createRequire(import.meta.url);

/** Hosts of other sites, all of them this machine: ports of one host would be the same site. */
export const OTHER_HOSTS = "MAP *.partner.test 127.0.0.1, MAP *.elsewhere.test 127.0.0.1";

/** What pages of partners load: the packages as a registry gives them. */
const SCRIPTS: Record<string, string> = {
  "/player.js": packages.resolve("player.js"),
  "/react.js": join(dirname(packages.resolve("react")), "umd/react.development.js"),
  "/react-dom.js": join(dirname(packages.resolve("react-dom")), "umd/react-dom.development.js"),
};

export type OtherSite = {
  /** Where its pages stand under a host of its own. */
  origin: (host: string) => string;
  /** Puts a page there. */
  put: (path: string, html: string) => void;
  close: () => Promise<void>;
};

/** A server of its own on a port of its own, for whichever host asks. */
export async function openOtherSite(): Promise<OtherSite> {
  const pages = new Map<string, string>();
  const server: Server = createServer((request, answer) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    const script = SCRIPTS[path];
    const text = script === undefined ? pages.get(path) : readFileSync(script, "utf8");
    answer.writeHead(text === undefined ? 404 : 200, {
      "Content-Type": script === undefined ? "text/html; charset=utf-8" : "text/javascript",
    });
    answer.end(text ?? "");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: (host) => `http://${host}:${port}`,
    put: (path, html) => pages.set(path, html),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
