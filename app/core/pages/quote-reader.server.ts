import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { lacksMarks, readableText, withMarks } from "#app/core/domain/transcript/readable.ts";
import type { StoredVersion } from "#app/core/domain/transcript/words-at.server.ts";

/** So many rows tell whether an engine gives punctuation. */
const LOOKED_AT = 200;

/**
 * How a piece of a version is shown to people: sentence case and marks where its engine gives none, else as it is
 * stored.
 * @param names of the people of the call
 */
export async function quoteReader(
  { workspaceId, baseId, number }: StoredVersion,
  language: string | null,
  names: readonly string[],
): Promise<(text: string) => string> {
  const asStored = (text: string): string => text;
  if (language === null) return asStored;
  const lines = await rows<{ text: string }>(Prisma.sql`
    SELECT s.text FROM segment s
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.base_id = ${baseId}::uuid AND s.is_final
      AND s.from_version <= ${number} AND (s.to_version IS NULL OR s.to_version > ${number})
    ORDER BY s.t0_ms, s.no LIMIT ${LOOKED_AT}`);
  return lacksMarks(lines.map(({ text }) => text))
    ? (text) => withMarks(readableText(text, language, names))
    : asStored;
}
