import type pg from "pg";
import { beginUpload, sendFile, type Visitor } from "#scripts/demo/door.ts";
import type { Script, Side } from "#scripts/demo/script.ts";
import { until } from "./instance.ts";

export type Sent = {
  callId: string;
  recordingId: string;
  /** When the server had the last byte: what it wrote down itself, or its acknowledgement. */
  receivedAt: number;
};
/** Milliseconds from the last byte on. */
export type Waits = { playable: number; words: number; complete: number; state: string };

/** Sends a call of two files through the upload door. */
export async function sendCall(
  admin: pg.Client,
  visitor: Visitor,
  script: Script,
  files: Record<Side, Buffer>,
): Promise<Sent> {
  const opened = await beginUpload(visitor, script, { R: files.R.length, C: files.C.length });
  for (const { id, index } of opened.uploads)
    await sendFile(visitor, id, index === 0 ? files.R : files.C);
  const acknowledgedAt = Date.now();
  const { rows } = await admin.query<{ id: string; ended_at: Date | null }>(
    `SELECT r.id, s.ended_at FROM recording r LEFT JOIN stage s ON s.workspace_id = r.workspace_id AND s.recording_id = r.id AND s.name = 'upload'
     WHERE r.call_id = $1`,
    [opened.callId],
  );
  const noted = rows[0]?.ended_at?.getTime() ?? acknowledgedAt;
  return {
    callId: opened.callId,
    recordingId: rows[0]?.id ?? "",
    receivedAt: Math.min(noted, acknowledgedAt),
  };
}

const OVER = ["ready", "ready_partial", "failed"];

/** Waits until nothing more happens to a recording. @throws Error when it does not end well in time */
export async function waitForCall(
  admin: pg.Client,
  { recordingId, receivedAt }: Sent,
  waitMs: number,
): Promise<Waits> {
  let state = "";
  await until(
    async () => {
      const { rows } = await admin.query<{ state: string }>(
        "SELECT state FROM recording WHERE id = $1",
        [recordingId],
      );
      state = rows[0]?.state ?? "";
      return OVER.includes(state);
    },
    "the call to be complete",
    { waitMs, everyMs: 100 },
  );
  const { rows } = await admin.query<{ name: string; state: string; ended_at: Date | null }>(
    // A summary that was left to a model ended, for whoever waits for the call, when its Highlights were there.
    `SELECT s.name, s.state, coalesce((SELECT max(l.created_at) FROM stage_log l
       WHERE l.recording_id = s.recording_id AND l.stage = s.name AND l.cause = 'model_writes'), s.ended_at) AS ended_at
     FROM stage s WHERE s.recording_id = $1`,
    [recordingId],
  );
  if (state === "failed")
    throw new Error(
      `The call failed: ${rows.map((stage) => `${stage.name} ${stage.state}`).join()}`,
    );
  const after = (name: string): number =>
    (rows.find((stage) => stage.name === name)?.ended_at?.getTime() ?? Number.NaN) - receivedAt;
  const ends = rows.flatMap(({ ended_at }) => (ended_at ? [ended_at.getTime()] : []));
  return {
    playable: after("normalise"),
    words: after("transcribe"),
    complete: Math.max(...ends) - receivedAt,
    state,
  };
}
