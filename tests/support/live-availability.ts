import { vi } from "vitest";

/** Live calls are on, and no media server is at this address. */
const GIVEN: Record<string, string | undefined> = {
  LIVE_CONSOLE: undefined,
  PARLEY_SUPERVISED: undefined,
  LIVEKIT_URL: "ws://127.0.0.1:1",
  LIVEKIT_API_KEY: "key",
  LIVEKIT_API_SECRET: "secret",
};

/** The environment is read once a process: each test takes its own copies of what reads it. */
export async function withEnv(values: Record<string, string | undefined> = {}) {
  vi.resetModules();
  for (const name of ["env", "livekit", "parts"])
    Reflect.deleteProperty(globalThis, Symbol.for(`parley.${name}`));
  for (const [name, value] of Object.entries({ ...GIVEN, ...values }))
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  const { liveAvailability } = await import("#app/core/domain/live/availability.server.ts");
  const { probeLive, watchLive } = await import("#app/core/domain/live/probe.server.ts");
  return { liveAvailability, probeLive, watchLive };
}
