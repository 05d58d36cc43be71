import { paths } from "#app/paths.ts";
import { signedOut } from "#app/ui/browser/signed-out.ts";

const ROUTE = "routes/work/recorder";
const TIMEOUT_MS = 15_000;

export type RecorderAnswer = { status: number; body: Record<string, unknown> };

/** Asks the page's own action for something. @returns null without an answer */
export async function postRecorder(
  intent: "start" | "keep" | "describe" | "finish" | "discard",
  fields: Record<string, string>,
): Promise<RecorderAnswer | null> {
  const url = `${paths.recorder()}?_data=${encodeURIComponent(ROUTE)}`;
  const answer = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ intent, ...fields }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  signedOut.learn(answer?.status);
  if (answer === null) return null;
  const body: unknown = await answer.json().catch(() => ({}));
  return { status: answer.status, body: isRecord(body) ? body : {} };
}

/** Whether an answer says that the recording is over on the server: it was done now, or before. */
export const isSettledBy = (status: number): boolean =>
  status < 300 || [404, 409, 410].includes(status);

type RecorderProblem =
  | "signedOut"
  | "notAllowed"
  | "busy"
  | "invalid"
  | "inRoom"
  | "otherDevice"
  | "failed";

/** Why a recording did not begin, or could not be ended, for the sentence that says so. */
export function problemOf(answer: RecorderAnswer | null): RecorderProblem {
  if (answer?.status === 409 && JSON.stringify(answer.body).includes("call_running"))
    return "inRoom";
  return PROBLEMS[answer?.status ?? 0] ?? "failed";
}

/** Whether a tab or device of its own goes on with a recording; any other conflict says that it is over. */
export const isTakenOver = ({ body }: RecorderAnswer): boolean =>
  JSON.stringify(body).includes("recorder_running");

const PROBLEMS: Readonly<Record<number, RecorderProblem>> = {
  ...{ 400: "invalid", 401: "signedOut", 403: "notAllowed" },
  ...{ 409: "otherDevice", 422: "invalid", 429: "busy" },
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
