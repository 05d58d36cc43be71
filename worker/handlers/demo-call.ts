import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asSystem } from "#app/core/domain/access/actor.ts";
import type { BuiltInConsent } from "#app/core/domain/live/consent-text.server.ts";
import { endDemoCall, seatDemoVoices } from "#app/core/domain/live/demo-voices.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import { createServerI18n } from "#app/i18n/i18n.server.ts";
import { monoIn, openPublisher } from "#media/recorder/publisher.ts";
import { readLiveScript } from "#scripts/demo/script.ts";
import { findSpeaker, speak } from "#scripts/demo/speak.ts";
import type { Handlers } from "../handle.ts";

/** From the last person's entry to the first word: whoever watches has found the page. */
const LEAD_MS = 1_500;
/** After the last word, so that it is not cut off. */
const TAIL_MS = 1_500;

/** "Show me a live call": two synthetic voices talk through the real media server and are recorded like anybody. */
export const demoCall: Handlers["demo.call"] = async (
  { workspaceId, callId },
  { signal, context },
) => {
  if (!env().DEMO) return;
  const system = asSystem(workspaceId, "demo.call");
  const folder = await context.jobFolder(`${callId}-demo`);
  try {
    const speaker = await findSpeaker();
    if (!speaker) log.warn("the demo has no voice: flite is not installed");
    else await talk(system, callId, folder, speaker, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await endDemoCall(system, callId);
  }
};

async function talk(
  system: ReturnType<typeof asSystem>,
  callId: string,
  folder: string,
  speaker: NonNullable<Awaited<ReturnType<typeof findSpeaker>>>,
  signal: AbortSignal,
): Promise<void> {
  const script = readLiveScript();
  const { files, durationS } = await speak(script, speaker, signal);
  const voices = await seatDemoVoices(
    system,
    callId,
    { title: script.title, guestName: script.names.C },
    builtInConsent,
  );
  if (!voices) return;
  const publisher = openPublisher();
  const over = new AbortController();
  publisher.onTold(({ type }) => {
    if (type === "disconnected") over.abort(); // somebody ended the call before the script did
  });
  try {
    const startAtMonoNs = monoIn(LEAD_MS);
    const people = [
      { id: "host", token: voices.host, wav: files.R },
      { id: "guest", token: voices.guest, wav: files.C },
    ];
    for (const { id, token, wav } of people) {
      const file = join(folder, `${id}.wav`);
      await writeFile(file, wav);
      await publisher.join({
        id,
        url: token.url,
        token: token.token,
        startAtMonoNs,
        receives: true,
        tracks: [{ source: "microphone", sound: { kind: "wav", file, isLooped: false } }],
      });
    }
    await sleep(LEAD_MS + durationS * 1000 + TAIL_MS, undefined, {
      signal: AbortSignal.any([signal, over.signal]),
    }).catch(() => undefined);
  } finally {
    await publisher.stop();
  }
}

/** The product's own text, as the lobby shows it to people. */
const builtInConsent: BuiltInConsent = (language, workspace) =>
  createServerI18n(language).t("lobby:consent.builtIn", { workspace });
