import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "#app/core/domain/access/actor.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { livekit } from "#app/core/platform/livekit.server.ts";
import { guestIdentity } from "#app/core/platform/livekit-names.ts";
import { newId } from "#app/core/platform/id.ts";
import { type JournalLine, parseJournal } from "#media/recorder/journal.ts";
import { monoIn, openPublisher, type Publisher } from "#media/recorder/publisher.ts";
import type { SoundSpec } from "#media/recorder/publish-sound.ts";
import { speakWav, type Voice } from "#media/speech/flite.ts";
import { findPrograms } from "#media/speech/pocketsphinx.ts";
import { aGuest, aStartedCall, type LiveCall, turnLiveCallsOn } from "#tests/support/live-call.ts";
import { readFileSync } from "node:fs";

/** A running call of two synthetic people in a real room, on this process's database. */
export type SpokenCall = LiveCall & {
  dir: string;
  guestId: string;
  guestParticipantId: string;
  publisher: Publisher;
  journal: () => JournalLine[];
  enterHost: (sound: SoundSpec) => Promise<void>;
  enterGuest: (sound: SoundSpec) => Promise<void>;
};

export async function openSpokenCall(owner: Member): Promise<SpokenCall> {
  await turnLiveCallsOn();
  const call = await aStartedCall(owner, { title: "A call", language: "en" });
  const { workspaceId, callId } = call;
  const guestParticipantId = newId();
  await db.participant.create({
    data: {
      ...{ id: guestParticipantId, workspaceId, callId, side: "C", role: "customer", lane: 1 },
      ...{ name: "Jo Alder", consent: "agreed" },
    },
  });
  const guestId = await aGuest(call, "Jo Alder");
  await db.guest.updateMany({
    where: { workspaceId, id: guestId },
    data: { state: "admitted", participantId: guestParticipantId },
  });
  const dir = join(env().dataDir, "recorders", callId);
  const publisher = openPublisher();
  const enter = async (
    id: string,
    token: Promise<{ url: string; token: string }>,
    sound: SoundSpec,
  ) =>
    publisher.join({
      id,
      ...(await token),
      startAtMonoNs: monoIn(400),
      tracks: [{ source: "microphone", sound }],
    });
  return {
    ...call,
    ...{ dir, guestId, guestParticipantId, publisher },
    journal() {
      try {
        return parseJournal(readFileSync(join(dir, "journal.jsonl"), "utf8")).lines;
      } catch {
        return [];
      }
    },
    enterHost: (sound) => enter("host", livekit().repToken(callId, owner.memberId, "tab"), sound),
    enterGuest: (sound) => enter("guest", livekit().guestToken(callId, guestId, false), sound),
  };
}

export const guestOf = ({ guestId }: SpokenCall): string => guestIdentity(guestId);

/** Sentences said one after the other with a second between them, as a file to be played once. */
export async function say(texts: readonly string[], voice: Voice): Promise<SoundSpec> {
  const tmpDir = join(tmpdir(), "parley-speech");
  mkdirSync(tmpDir, { recursive: true });
  const { programs } = await findPrograms({ searchPath: env().PATH, tmpDir });
  const pieces: Buffer[] = [];
  for (const text of texts) {
    const wav = await speakWav(programs, text, voice);
    pieces.push(wav.subarray(wav.indexOf("data", 12, "latin1") + 8), Buffer.alloc(16_000 * 2));
  }
  const pcm = Buffer.concat(pieces);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + pcm.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  [16, 0x00010001, 16_000, 32_000, 0x00100002].forEach((value, at) =>
    head.writeUInt32LE(value, 16 + 4 * at),
  );
  head.write("data", 36, "latin1");
  head.writeUInt32LE(pcm.length, 40);
  const file = join(folder, `said-${made++}.wav`);
  writeFileSync(file, Buffer.concat([head, pcm]));
  return { kind: "wav", file, isLooped: false };
}

let made = 0;
const folder = mkdtempSync(join(tmpdir(), "parley-said-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Waits until `look` answers something. @throws Error after `limitMs` */
export async function until<T>(
  what: string,
  limitMs: number,
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await sleep(20);
  }
}
