import * as z from "zod";
import { asMediaError, MediaError } from "./media-error.ts";
import { askProbe, type ProbeFile } from "./probe.ts";

const MOST_CHARS = 200;

const shape = z.object({
  streams: z.array(
    z.object({
      index: z.int(),
      tags: z
        .object({ title: z.string().optional(), handler_name: z.string().optional() })
        .default({}),
    }),
  ),
});

/**
 * What the tracks of a file are called in it, by their index: Matroska names them, a MOV or MP4 says it as the name of
 * a track's handler. It is asked for apart from the header: a file is read whether or not its tags can be.
 * @returns one line each, without controls, NFC, at most 200 characters; a track without a title is left out, and all
 * are where the file's tags cannot be read
 * @throws MediaError `timeout`, `aborted`, `sandbox_unavailable`
 */
export async function readTrackTitles(file: ProbeFile): Promise<ReadonlyMap<number, string>> {
  const end = await askProbe(file, "stream=index:stream_tags=title,handler_name").catch(
    (error: unknown) => {
      const known = asMediaError(error, file.signal);
      if (known instanceof MediaError && known.code === "unreadable") return null; // a title of a megabyte
      throw known;
    },
  );
  const parsed = shape.safeParse(jsonOf(end?.stdout ?? ""));
  return new Map(
    (parsed.data?.streams ?? []).flatMap(({ index, tags }) => {
      const title = lineOf(tags.title ?? "") || lineOf(tags.handler_name ?? "");
      return title === "" ? [] : [[index, title] as const];
    }),
  );
}

/** Controls, marks that turn the direction of a line, and halves of characters are no part of a name. */
const lineOf = (text: string): string =>
  Array.from(text.normalize("NFC").replace(/\s+/g, " ").replace(/\p{C}/gu, "").trim())
    .slice(0, MOST_CHARS)
    .join("");

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
