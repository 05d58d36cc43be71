import { env } from "#app/core/platform/env.server.ts";
import { listComponents } from "../component/component-status.server.ts";
import type { LiveAvailability } from "./live-views.ts";

/**
 * Whether calls can be held now, at most two seconds old: what whoever looks after the media server says of it
 * (the supervisor of `npm start`, else the worker). While nobody has spoken it is only just starting.
 */
export async function liveAvailability(): Promise<LiveAvailability> {
  const { LIVE_CONSOLE, LIVEKIT_URL } = env();
  if (!LIVE_CONSOLE) return { state: "off", reason: "switched_off" };
  if (LIVEKIT_URL === undefined) return { state: "off", reason: "no_server" };
  const part = (await listComponents()).find(({ name }) => name === "livekit");
  if (!part) return { state: "preparing", reason: "starting" };
  if (part.state === "on") return { state: "on", reason: null };
  return {
    state: part.state === "preparing" ? "preparing" : "off",
    reason: part.detail["reason"] ?? "unreachable",
  };
}
