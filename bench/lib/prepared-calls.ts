import { execFile } from "node:child_process";
import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JournalEntry, JournalLine, Source } from "#media/recorder/journal.ts";
import { fileId } from "#media/recorder/parts.ts";
import { PeakWriter } from "#media/recorder/peaks.ts";
import { readWav } from "#media/recorder/publish-sound.ts";
import { OPUS_OGG } from "#media/recorder/sink.ts";
import { peaksName } from "#media/recorder/track-writer.ts";
import type { Placed, Side } from "#scripts/demo/script.ts";
import type { Spoken } from "#scripts/demo/speak.ts";
import { act, startCall } from "#tests/support/live-people.ts";
import { type Sent, waitForCall, type Waits } from "./door.ts";
import type { Instance } from "./instance.ts";
import type { SignedIn } from "./people.ts";

const RATE = 48_000;
const SIDES: Side[] = ["R", "C"];
const GUEST = "Jo Alder";

/** What a recorder leaves of a call so long: files, not yet in the folder of any call. */
export type Prepared = {
  minutes: number;
  durationMs: number;
  dir: string;
  /** Of the words, on the call clock. */
  placed: Placed[];
};

/** Makes the files of a recorder that has sat through a call of two voices. @param spoken is said over and over */
export async function prepare(minutes: number, spoken: Spoken, dir: string): Promise<Prepared> {
  mkdirSync(dir, { recursive: true });
  const durationMs = minutes * 60_000;
  const loop = Math.floor(spoken.durationS * 1000);
  for (const side of SIDES) {
    writeFileSync(join(dir, `${side}.wav`), spoken.files[side]);
    await encode(dir, durationMs, ["-stream_loop", "-1", "-i", `${side}.wav`], `${side}.ogg`);
    const peaks = new PeakWriter(join(dir, `${side}.peaks`));
    const { samples, rate } = readWav(spoken.files[side]);
    const bin = new Int16Array(RATE / 10);
    for (let at = 0; at < durationMs / 100; at++) {
      const from = ((at * 100) % loop) * (rate / 1000);
      const part = samples.subarray(from, from + rate / 10);
      bin.fill(part.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
      peaks.add((at * RATE) / 10, bin);
    }
    peaks.end();
  }
  const both = SIDES.flatMap((side) => ["-stream_loop", "-1", "-i", `${side}.wav`]);
  await encode(dir, durationMs, [...both, "-filter_complex", "amix=inputs=2"], "mix.ogg");
  const placed: Placed[] = [];
  for (let from = 0; from < durationMs; from += loop)
    for (const turn of spoken.placed) {
      const [startS, endS] = [turn.startS + from / 1000, turn.endS + from / 1000];
      if (endS * 1000 < durationMs) placed.push({ ...turn, startS, endS });
    }
  return { minutes, durationMs, dir, placed };
}

/** Not in one piece: a client that stands still for longer than the server keeps idle connections writes into closed ones. */
async function encode(
  cwd: string,
  durationMs: number,
  input: string[],
  output: string,
): Promise<void> {
  const args = ["-nostdin", "-v", "error", ...input, "-t", String(durationMs / 1000)];
  await promisify(execFile)(
    "ffmpeg",
    [...args, "-ar", String(RATE), "-ac", "1", ...OPUS_OGG, output],
    { cwd },
  );
}

/** Hangs up on a call that was recorded and recognised live, and waits until it is complete. */
export async function hangUp(
  instance: Instance,
  member: SignedIn,
  prepared: Prepared,
  title: string,
): Promise<Sent & { waits: Waits }> {
  const callId = await startCall(member.visitor, title);
  const ids = await seat(instance, member, callId, prepared);
  const dir = join(instance.dataDir, "recorders", callId);
  mkdirSync(dir, { recursive: true });
  layOut(dir, callId, prepared, ids);
  await writeTranscript(instance, member, callId, prepared, ids);
  const endedAt = Date.now();
  await act(member.visitor, callId, "end");
  const { rows } = await instance.admin.query<{ id: string }>(
    "SELECT id FROM recording WHERE call_id = $1",
    [callId],
  );
  const sent = { callId, recordingId: rows[0]?.id ?? "", receivedAt: endedAt };
  return { ...sent, waits: await waitForCall(instance.admin, sent, 120_000) };
}

type Seated = Record<Side, { participantId: string; identity: string }>;

/** Both people as the call knows them after `minutes`, and its zero as long ago. */
async function seat(
  { admin }: Instance,
  { workspaceId, memberId }: SignedIn,
  callId: string,
  { durationMs }: Prepared,
): Promise<Seated> {
  const { newId } = await import("#app/core/platform/id.ts");
  const { rows } = await admin.query<{ id: string }>(
    "SELECT id FROM participant WHERE call_id = $1",
    [callId],
  );
  const [host, guest, guestId] = [rows[0]?.id ?? "", newId(), newId()];
  await admin.query(
    `INSERT INTO participant (id, workspace_id, call_id, side, role, name, consent, is_recorded, lane)
     VALUES ($1, $2, $3, 'C', 'customer', $4, 'agreed', true, 1)`,
    [guest, workspaceId, callId, GUEST],
  );
  await admin.query(
    `INSERT INTO guest (id, workspace_id, call_id, link_id, participant_id, token_hash, name, state, consent, text_hash)
     SELECT $1::uuid, $2, $3, l.id, $4, sha256($1::uuid::text::bytea), $5, 'admitted', 'agreed', sha256('x') FROM shared_link l WHERE l.call_id = $3`,
    [guestId, workspaceId, callId, guest, GUEST],
  );
  const identities = { R: `rep:${memberId}:prepared`, C: `g:${guestId}` };
  for (const [participantId, identity] of [
    [host, identities.R],
    [guest, identities.C],
  ])
    await admin.query(
      "INSERT INTO participant_presence (workspace_id, call_id, participant_id, identity, joined_ms) VALUES ($1, $2, $3, $4, 0)",
      [workspaceId, callId, participantId, identity],
    );
  await admin.query(
    "UPDATE call SET state = 'live', started_at = now() - make_interval(secs => $2) WHERE id = $1",
    [callId, durationMs / 1000],
  );
  return {
    R: { participantId: host, identity: identities.R },
    C: { participantId: guest, identity: identities.C },
  };
}

/** What was written over an hour has long reached the disk when the call ends. */
function flush(path: string): void {
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}

/** The folder as the recorder and the live recogniser leave it. */
function layOut(dir: string, callId: string, prepared: Prepared, ids: Seated): void {
  const { durationMs } = prepared;
  const lines: JournalLine[] = [];
  const began = Date.now() - durationMs;
  const write = (t: number, entry: JournalEntry): void =>
    void lines.push({ ...entry, a: 1, t, wall: began + t });
  const samples = (durationMs * RATE) / 1000;
  write(0, { type: "start", call: callId, pid: 1, boot: "prepared" });
  write(0, { type: "ready", paused: false });
  const parts: [string, Source, string][] = [
    ["mix", "mix", "mix"],
    [ids.R.identity, "microphone", "R"],
    [ids.C.identity, "microphone", "C"],
  ];
  const ends: JournalEntry[] = [];
  for (const [n, [id, source, from]] of parts.entries()) {
    const file = `${fileId(id)}.${source}.a1.${n}.ogg`;
    copyFileSync(join(prepared.dir, `${from}.ogg`), join(dir, file));
    flush(join(dir, file));
    const part = { id, source, file, n, startMs: 0 };
    if (source !== "mix") {
      write(0, { type: "join", id, here: false });
      copyFileSync(join(prepared.dir, `${from}.peaks`), join(dir, peaksName(id, source, 1)));
    }
    write(0, { type: "seg", ...part, samples: 0 });
    write(1000, { type: "segStart", ...part, samples: RATE });
    ends.push({ type: "segEnd", ...part, samples, why: "stop" });
  }
  write(durationMs, { type: "finishing", why: "stop" });
  for (const end of ends) write(durationMs, end);
  write(durationMs, { type: "end", why: "stop", late: 0 });
  const text = (entries: object[]): string =>
    entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  writeFileSync(join(dir, "journal.jsonl"), text(lines));
  writeFileSync(
    join(dir, "speech.jsonl"),
    text([
      { type: "engine", engine: "pocketsphinx", model: "prepared", dictionary: "prepared" },
      ...[ids.R, ids.C].map(({ identity }) => ({
        ...{ type: "heard", id: `${identity}/microphone`, fromMs: 0, toMs: durationMs },
      })),
      { type: "end" },
    ]),
  );
}

/** The words as live recognition had written them when the host hung up. */
async function writeTranscript(
  { admin }: Instance,
  { workspaceId }: SignedIn,
  callId: string,
  { placed }: Prepared,
  ids: Seated,
): Promise<void> {
  const { encodeWords } = await import("#app/core/domain/words/words-codec.ts");
  const { cutWords, spreadWords } = await import("#app/core/domain/words/words.ts");
  const { segmentVector } = await import("#app/core/domain/words/tsvector.ts");
  const { rows } = await admin.query<{ transcript_id: string }>(
    "SELECT transcript_id FROM live_call WHERE call_id = $1",
    [callId],
  );
  await admin.query("BEGIN");
  for (const [no, { side, text, startS, endS }] of placed.entries()) {
    const [t0, t1] = [Math.round(startS * 1000), Math.round(endS * 1000)];
    const words = spreadWords(cutWords(text), { startMs: t0, endMs: t1 });
    const encoded = encodeWords(words, t0);
    await admin.query(
      `INSERT INTO segment (workspace_id, base_id, no, from_version, seq, rev, is_final, participant_id, t0_ms, t1_ms, text, words, timing, doc)
       VALUES ($1, $2, $3, 1, $4, 1, true, $5, $6, $7, $8, $9, 'engine', $10::tsvector)`,
      [
        ...[workspaceId, rows[0]?.transcript_id, no, no + 1, ids[side].participantId, t0, t1],
        ...[encoded.text, Buffer.from(encoded.bytes), segmentVector(encoded.text)],
      ],
    );
  }
  await admin.query("UPDATE live_call SET seq = $2, state = 'recording' WHERE call_id = $1", [
    callId,
    placed.length,
  ]);
  await admin.query("COMMIT");
}
