import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isLoopback } from "#app/core/platform/env.schema.ts";
import { claimPort } from "./ports.ts";

/** `metrics` stands still for tests, which ask for none. */
export type LivekitPorts = { http: number; tcp: number; udp: number; metrics?: number };
export type LivekitKeys = { apiKey: string; apiSecret: string };

const HOST = "127.0.0.1";

/**
 * The ports of this folder's media server: the ones it had, else the usual ones where they are free, else any.
 * ICE over TCP listens on every address whatever the configuration says; UDP and metrics keep to their own.
 * @param isThrowaway any ports, for tests
 */
export async function claimLivekitPorts(
  dataDir: string,
  nodeIp = HOST,
  isThrowaway = false,
): Promise<LivekitPorts> {
  const given = isThrowaway ? "0" : undefined;
  const everywhere = "0.0.0.0";
  const wish = { given, dataDir };
  const http = await claimPort({ ...wish, name: "livekit", usual: 7880, host: HOST });
  const tcp = await claimPort({ ...wish, name: "livekit-tcp", usual: 7881, host: everywhere });
  const udp = await claimPort({
    ...wish,
    name: "livekit-udp",
    usual: 7882,
    host: isLoopback(nodeIp) ? HOST : everywhere,
    protocol: "udp",
  });
  if (isThrowaway) return { http, tcp, udp };
  const metrics = await claimPort({ ...wish, name: "livekit-metrics", usual: 6789, host: HOST });
  return { http, tcp, udp, metrics };
}

/** The keys of this folder's media server, made once, readable by us alone. */
export function livekitKeys(dataDir: string): LivekitKeys {
  const file = join(dataDir, "secrets/livekit");
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  chmodSync(file, 0o600);
  return { apiKey: "parley", apiSecret: readFileSync(file, "utf8").trim() };
}

/**
 * The server's configuration (live §3.2). It answers HTTP on loopback only: browsers of other machines come through
 * the proxy that LIVEKIT_PUBLIC_URL names, and media to `nodeIp`.
 */
export function livekitConfig(ports: LivekitPorts, keys: LivekitKeys, nodeIp = HOST): object {
  const isHere = isLoopback(nodeIp);
  return {
    port: ports.http,
    bind_addresses: [HOST],
    rtc: {
      tcp_port: ports.tcp,
      udp_port: ports.udp,
      use_external_ip: false,
      node_ip: nodeIp,
      // without it nothing of this machine reaches a server that advertises 127.0.0.1
      enable_loopback_candidate: isHere,
      ...(isHere && { ips: { includes: ["127.0.0.1/32"] } }),
      // else every browser asks servers of Google and Twilio for its address
      stun_servers: ["127.0.0.1:3478"],
    },
    keys: { [keys.apiKey]: keys.apiSecret },
    room: {
      // rooms are the application's: a token of an ended call brings none back
      auto_create: false,
      empty_timeout: 300,
      departure_timeout: 120,
      max_participants: 20,
      enabled_codecs: ["audio/opus", "audio/red", "video/vp8", "video/h264", "video/rtx"].map(
        (mime) => ({ mime }),
      ),
    },
    ...(ports.metrics !== undefined && { prometheus: { port: ports.metrics } }),
    // its own line for every room that is asked for says nothing and fills the disk
    logging: { level: "info", json: true, component_levels: { api: "warn" } },
  };
}

/** Writes the configuration, which holds the keys: for us alone. JSON is YAML. @returns the file */
export function writeLivekitConfig(dataDir: string, config: object): string {
  const file = join(dataDir, "livekit.yaml");
  writeFileSync(`${file}.new`, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  return file;
}

/** What the server sees of our environment: nothing, since it holds keys. */
export function livekitEnv(): NodeJS.ProcessEnv {
  const { NODE_ENV, ...mine } = process.env;
  return { NODE_ENV, PATH: mine["PATH"], TZ: "UTC" };
}

/** Whether the server at an address answers: it says OK at its root. */
export async function answersAt(httpUrl: string, waitMs = 2_000): Promise<boolean> {
  try {
    const response = await fetch(httpUrl, { signal: AbortSignal.timeout(waitMs) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
