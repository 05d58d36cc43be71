import { paths } from "#app/paths.ts";

function facts(data: FormData, zone: string) {
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
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

/** Starts an upload. @param zone of the reader, IANA */
export function begin(data: FormData, files: readonly File[], zone: string): Promise<Response> {
  const { text, ...rest } = facts(data, zone);
  return post(paths.recordingsBegin(), {
    ...rest,
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
export function sendTranscript(
  data: FormData,
  { name, words }: { name: string; words: string },
  zone: string,
): Promise<Response> {
  const { text, channels: _channels, ...rest } = facts(data, zone);
  const speakers: object[] = [];
  for (let at = 0; data.has(`speaker.${at}`); at += 1)
    speakers.push({
      name: text(`speaker.${at}`),
      as: text(`as.${at}`),
      side: text(`side.${at}`),
      memberId: text(`member.${at}`),
    });
  return post(paths.recordingsImport(), {
    ...rest,
    ...timesOf(data),
    isChecked: data.has("isChecked"),
    name,
    speakers,
    text: words,
  });
}

/** How the times of a transcript are meant, as far as the form asks. */
export function timesOf(data: FormData): { clock?: string; unit?: string; minutes?: string } {
  const fields = ["clock", "unit", "minutes"].flatMap((name) => {
    const value = data.get(name);
    return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(fields);
}
