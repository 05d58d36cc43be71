import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

const WAIT_MS = 10_000;

/**
 * Writes messages to a syslog server, each with its length before it (RFC 6587), and waits until the server has taken
 * all and closed. Plain TCP says no more than that: what the server does with them afterwards nobody learns.
 * @param address `tcp://host:port` or `tls://host:port`
 * @throws Error of the connection, or `ETIMEDOUT` by name
 */
export function sendSyslog(address: string, messages: readonly string[]): Promise<void> {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const socket: Socket =
      protocol === "tls:"
        ? connectTls({ host, port: Number(port), servername: host })
        : connect({ host, port: Number(port) });
    socket.setTimeout(WAIT_MS, () =>
      socket.destroy(Object.assign(new Error("syslog is silent"), { code: "ETIMEDOUT" })),
    );
    socket.on("error", reject);
    socket.on("close", (hadError) => {
      if (!hadError) resolve();
    });
    socket.resume(); // whatever it answers is read away, or its end would never be seen
    socket.end(messages.map((text) => `${Buffer.byteLength(text)} ${text}`).join(""));
  });
}
