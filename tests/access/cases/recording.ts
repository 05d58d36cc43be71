import type { recordCommands, uploadCommands } from "#app/core/pages/upload-commands.server.ts";
import { askedOf, type CasesOf, read, request, type Requests } from "../requests.ts";

const ofRow = { right: "recording.retry", form: { recordingId: "{recordingId}" } } as const;
const ofPage = { right: "recording.retry" } as const;

const BOUNDARY = "----a-form-of-ours";
/** The upload of a browser without script. */
const withFile = [
  ["consent", "on"],
  ["title", "Sent without script"],
]
  .map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  .concat(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nAna: Hello there.\r\n--${BOUNDARY}--\r\n`,
  )
  .join("");

const MEDIA = "routes/resource/media";

const uploads = {
  retry: ofRow,
  keep: ofRow,
  discard: ofRow,
  use_partial: ofRow,
  trash: { right: "call.delete", form: { recordingId: "{recordingId}", withClips: "on" } },
  restore: { right: "call.restore", form: { callId: "{trashedId}" } },
} satisfies CasesOf<typeof uploadCommands.commands>;

const recordPage = {
  retry: ofPage,
  keep: ofPage,
  discard: ofPage,
  use_partial: ofPage,
  trash: { right: "call.delete", form: { withClips: "on" } },
} satisfies CasesOf<typeof recordCommands.commands>;

export const requests: Requests = {
  reads: [
    read("recording.read", "routes/work/recording", "/recordings/{recordingId}"),
    read("call.create", "routes/resource/recordings-colleagues", "/recordings/colleagues.json", {
      name: "Ana",
    }),
    read("media.play", MEDIA, "/media/{fileId}"),
    read("media.play", MEDIA, "/media/{fileId}", { download: "1" }),
    read("media.original", MEDIA, "/media/{originalId}", undefined, {
      about: "original",
      declares: "media.play",
    }),
  ],
  commands: [
    ...askedOf("routes/work/recordings", "/recordings", uploads),
    ...askedOf("routes/work/home", "/?index", uploads),
    ...askedOf("routes/work/recording", "/recordings/{recordingId}", recordPage),
    request(
      "an upload that begins",
      {
        route: "routes/resource/recordings-begin",
        path: "/recordings/begin",
        json: { consent: true, files: [{ name: "a.wav", size: 8 }] },
      },
      { right: "call.create" },
    ),
    request(
      "an upload without script",
      {
        route: "routes/work/recordings",
        path: "/recordings",
        bytes: new TextEncoder().encode(withFile),
        headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
      },
      { right: "call.create" },
    ),
    request(
      "a look at what is in a transcript",
      {
        route: "routes/resource/recordings-preview",
        path: "/recordings/preview.json",
        json: { text: "Ana: Hello there.\nBo: Good morning." },
      },
      { right: "call.create", changesNothing: "the file is only read" },
    ),
    request(
      "an imported transcript",
      {
        route: "routes/resource/recordings-import",
        path: "/recordings/import",
        json: { consent: true, name: "a.txt", text: "Ana: Hello there.\nBo: Good morning." },
      },
      { right: "call.create" },
    ),
  ],
};
