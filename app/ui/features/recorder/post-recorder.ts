import { paths } from "#app/paths.ts";

const ROUTE = "routes/work/recorder";
const TIMEOUT_MS = 15_000;

export type RecorderAnswer = { status: number; body: Record<string, unknown> };

/** Asks the page's own action for something. @returns null without an answer */
export async function postRecorder(
  intent: "start" | "keep" | "finish" | "discard",
  fields: Record<string, string>,
): Promise<RecorderAnswer | null> {
  const url = `${paths.recorder()}?_data=${encodeURIComponent(ROUTE)}`;
  const answer = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ intent, ...fields }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (answer === null) return null;
  const body: unknown = await answer.json().catch(() => ({}));
  return { status: answer.status, body: isRecord(body) ? body : {} };
}

/** Whether an answer says that the recording is over on the server: it was done now, or before. */
export const isSettledBy = (status: number): boolean =>
  status < 300 || [404, 409, 410].includes(status);

type RecorderProblem = "signedOut" | "notAllowed" | "busy" | "invalid" | "otherDevice" | "failed";

/** Why a recording did not begin, or could not be ended, for the sentence that says so. */
export function problemOf(answer: RecorderAnswer | null): RecorderProblem {
  return PROBLEMS[answer?.status ?? 0] ?? "failed";
}

const PROBLEMS: Readonly<Record<number, RecorderProblem>> = {
  ...{ 400: "invalid", 401: "signedOut", 403: "notAllowed" },
  ...{ 409: "otherDevice", 422: "invalid", 429: "busy" },
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
