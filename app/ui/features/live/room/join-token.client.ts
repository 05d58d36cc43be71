import type { JoinToken } from "#app/core/domain/live/live-views.ts";

/** Asking for a token again cannot help: the call is over (`left`), or this person was put out (`removed`). */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
  readonly phase: "left" | "removed";
  constructor(phase: "left" | "removed") {
    super(`No more tokens for this call: ${phase}`);
    this.phase = phase;
  }
}

const FINAL: Partial<Record<number, "left" | "removed">> = {
  403: "removed",
  404: "left",
  409: "left",
  410: "left",
};

/**
 * Asks for a new token of a room. Every entry needs its own: they live ten minutes and serve one tab.
 * @throws TokenRefused where asking again is of no use; any other error may pass.
 */
export async function fetchJoinToken(
  url: string,
  fields: Record<string, string>,
): Promise<JoinToken> {
  const answer = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(10_000),
  });
  const final = FINAL[answer.status];
  if (final !== undefined) throw new TokenRefused(final);
  if (!answer.ok) throw new Error(`The token was not given: ${answer.status}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own address answers a JoinToken
  return (await answer.json()) as JoinToken;
}
