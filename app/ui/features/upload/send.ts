import { paths } from "#app/paths.ts";

const textIn =
  (data: FormData) =>
  (name: string): string => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };

function facts(data: FormData, zone: string) {
  const text = textIn(data);
  return {
    title: text("title"),
    // The field has no zone: it is the clock of the pages, which is printed beside it.
    startedAt: text("startedAt"),
    zone,
    company: text("company"),
    language: text("language"),
    ...(text("visibility") !== "" && { visibility: text("visibility") }),
    // Whose choice was not shown is not linked.
    colleagues: "none",
    consent: data.get("consent") === "on" ? true : undefined,
    channels: text("channels") === "" ? "auto" : text("channels"),
    text,
  };
}

const post = (url: string, value: object): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });

/** The words of a file, by its name. */
export type FileWords = { name: string; words: string };

/** Starts an upload. @param zone of the reader, IANA @param words that came with the files; null: they are recognised */
export function begin(
  data: FormData,
  files: readonly File[],
  zone: string,
  words: FileWords | null,
): Promise<Response> {
  const { text, ...rest } = facts(data, zone);
  return post(paths.recordingsBegin(), {
    ...rest,
    ...(words && { transcript: transcriptOf(data, words) }),
    files: files.map(({ name, size }, at) => ({
      name,
      size,
      speaker: text(`speaker.${at}`),
      side: text(`side.${at}`),
      email: text(`email.${at}`),
      memberId: text(`member.${at}`),
    })),
  });
}

/** Sends a transcript as it was read and corrected. @param zone of the reader, IANA */
export function sendTranscript(data: FormData, words: FileWords, zone: string): Promise<Response> {
  const { text: _text, channels: _channels, ...rest } = facts(data, zone);
  return post(paths.recordingsImport(), { ...rest, ...transcriptOf(data, words) });
}

/** A transcript as it was corrected. */
function transcriptOf(data: FormData, { name, words }: FileWords): object {
  const text = textIn(data);
  const speakers: object[] = [];
  for (let at = 0; data.has(`spoken.${at}`); at += 1)
    speakers.push({
      name: text(`spoken.${at}`),
      as: text(`as.${at}`),
      side: text(`spokenSide.${at}`),
      memberId: text(`spokenMember.${at}`),
    });
  return { ...timesOf(data), isChecked: data.has("isChecked"), name, speakers, text: words };
}

/** How the times of a transcript are meant, as far as the form asks. */
export function timesOf(data: FormData): { clock?: string; unit?: string; minutes?: string } {
  const fields = ["clock", "unit", "minutes"].flatMap((name) => {
    const value = data.get(name);
    return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(fields);
}
