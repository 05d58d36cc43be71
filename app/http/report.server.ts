import { randomUUID } from "node:crypto";
import { log } from "#app/core/platform/log.server.ts";

/**
 * Writes one report of a bug. Messages of errors may carry data, so only name, code and stack lines go in.
 * @returns the id that the user also sees
 */
export function report(
  error: unknown,
  where: { requestId?: string | null; route?: string } = {},
): string {
  const id = where.requestId ?? randomUUID();
  const { name, code, stack } = facts(error);
  log.error({ id, route: where.route, name, code, stack }, "unexpected error");
  return id;
}

function facts(error: unknown): {
  name: string;
  code: string | undefined;
  stack: string | undefined;
} {
  if (!(error instanceof Error)) return { name: typeof error, code: undefined, stack: undefined };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const stack = error.stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 12)
    .join("\n");
  return { name: error.name, code, stack };
}
