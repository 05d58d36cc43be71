import { signedOut } from "#app/ui/browser/signed-out.ts";

/** After this a wish counts as not done, and its button can be pressed again. */
const ANSWER_MS = 10_000;

/** Another page's action answers with that page; whether it was done is all that is read. */
export async function postIntent(url: string, fields: Record<string, string>): Promise<boolean> {
  const answer = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => null);
  signedOut.learn(answer?.status);
  return answer?.ok === true;
}
