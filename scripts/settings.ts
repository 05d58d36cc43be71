import { isLoopback } from "#app/core/platform/env.schema.ts";
import { cacheFolder, dataFolder } from "./folders.ts";

const PROGRAMS = ["postgres", "livekit", "web", "worker"] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** What the operator asked of the supervisor (data §5). An empty value is no value. */
export type Settings = {
  dataDir: string;
  cacheDir: string;
  host: string;
  port: string | undefined;
  appUrl: string | undefined;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  secretKeyFile: string | undefined;
  hasSecretKey: boolean;
  runs: ReadonlySet<ProgramName>;
  /** Undefined: nobody said, the first start decides. */
  demo: boolean | undefined;
  isDemoAllowed: boolean;
  /** Letters are shown on this machine, because no mail server is named and nobody else comes here. */
  hasMailPage: boolean;
  logLevel: string | undefined;
  live: LiveSettings;
};

/** How live calls are carried. `isOwn`: by a media server of ours, run here. */
export type LiveSettings = {
  isOn: boolean;
  isOwn: boolean;
  url: string | undefined;
  apiKey: string | undefined;
  apiSecret: string | undefined;
  publicUrl: string | undefined;
  serverBin: string | undefined;
  nodeIp: string;
};

/** @throws Error naming what is wrong, in one line */
export function readSettings(source: NodeJS.ProcessEnv): Settings {
  const value = (name: string): string | undefined => source[name]?.trim() || undefined;
  const wanted = value("PARLEY_RUN")
    ?.split(",")
    .map((name) => name.trim()) ?? ["all"];
  const isProgram = (name: string): name is ProgramName =>
    PROGRAMS.some((program) => program === name);
  const unknown = wanted.filter((name) => name !== "all" && !isProgram(name));
  if (unknown.length > 0)
    throw new Error(`PARLEY_RUN knows ${PROGRAMS.join(", ")} and all, not ${unknown.join(", ")}.`);
  const port = value("PORT");
  if (port !== undefined && !/^\d{1,5}$/.test(port))
    throw new Error(`PORT must be a number, not ${port}.`);
  const host = value("HOST") ?? "127.0.0.1";
  const appUrl = value("APP_URL");
  const databaseUrl = value("DATABASE_URL");
  const runs = new Set(wanted.includes("all") ? PROGRAMS : wanted.filter(isProgram));
  if (databaseUrl === undefined && !runs.has("postgres"))
    throw new Error("PARLEY_RUN leaves postgres out, so DATABASE_URL must name a database.");
  if (databaseUrl !== undefined) runs.delete("postgres");
  const live = readLive(value, runs);
  if (!live.isOwn) runs.delete("livekit");
  const isLocal = isLoopback(host) && (appUrl === undefined || isLoopback(hostOf(appUrl)));
  return {
    dataDir: dataFolder(),
    cacheDir: cacheFolder(),
    host,
    port,
    appUrl,
    databaseUrl,
    databaseOwnerUrl: value("DATABASE_OWNER_URL"),
    secretKeyFile: value("SECRET_KEY_FILE"),
    hasSecretKey: value("SECRET_KEY") !== undefined,
    runs,
    demo: flag(value("DEMO")),
    isDemoAllowed: isLocal || flag(value("DEMO_ALLOW_PUBLIC")) === true,
    hasMailPage: isLocal && value("SMTP_URL") === undefined,
    logLevel: value("LOG_LEVEL"),
    live,
  };
}

function readLive(
  value: (name: string) => string | undefined,
  runs: ReadonlySet<ProgramName>,
): LiveSettings {
  const url = value("LIVEKIT_URL");
  const [apiKey, apiSecret] = [value("LIVEKIT_API_KEY"), value("LIVEKIT_API_SECRET")];
  if (url !== undefined && (apiKey === undefined || apiSecret === undefined))
    throw new Error("LIVEKIT_URL needs LIVEKIT_API_KEY and LIVEKIT_API_SECRET.");
  const isOn = flag(value("LIVE_CONSOLE")) ?? true;
  return {
    isOn,
    isOwn: isOn && url === undefined && runs.has("livekit"),
    url,
    apiKey,
    apiSecret,
    publicUrl: value("LIVEKIT_PUBLIC_URL"),
    serverBin: value("LIVEKIT_SERVER_BIN"),
    nodeIp: value("LIVEKIT_NODE_IP") ?? "127.0.0.1",
  };
}

const flag = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === "1" || value === "true";
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : "");

/** The host a program of this machine reaches a listener at. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
