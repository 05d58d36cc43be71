import { createHash, randomBytes } from "node:crypto";
import { DEFAULT_SETTINGS } from "#app/core/domain/account/player-settings.ts";
import type { Recorded } from "../recorded.ts";
import type { Asked, Deed } from "./case.ts";
import { TAB } from "./live.ts";

/** What a browser's recorder sends of a microphone: the head of a WebM file. */
const PIECE = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, ...randomBytes(96)]);

const door = (
  name: string,
  recorded: Omit<Recorded, "method"> & { method?: string },
  deed: Deed & { declares?: string },
): Asked => ({ name, intent: null, recorded: { method: "POST", ...recorded }, ...deed });

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

/** What members' browsers ask for that is no command of a page. */
export const DOORS: Asked[] = [
  door(
    "signing out",
    { route: "routes/account/signout", path: "/signout", form: {} },
    { right: "session.end", signsOut: true },
  ),
  door(
    "no longer viewing as somebody",
    { route: "routes/resource/view-as", path: "/view-as", form: {} },
    { right: "view.leave" },
  ),
  door(
    "an upload that begins",
    {
      route: "routes/resource/recordings-begin",
      path: "/recordings/begin",
      json: { consent: true, files: [{ name: "a.wav", size: 8 }] },
    },
    { right: "call.create" },
  ),
  door(
    "an upload without script",
    {
      route: "routes/work/recordings",
      path: "/recordings",
      bytes: new TextEncoder().encode(withFile),
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    },
    { right: "call.create" },
  ),
  ...(["csv", "json"] as const).map((format) =>
    door(
      `selected calls as ${format}`,
      {
        route: `routes/resource/recordings-${format}`,
        path: `/recordings.${format}`,
        form: { callIds: "{callId}" },
      },
      { right: "call.read", declares: "call.list" },
    ),
  ),
  door(
    "an imported transcript",
    {
      route: "routes/resource/recordings-import",
      path: "/recordings/import",
      json: { consent: true, name: "a.txt", text: "Ana: Hello there.\nBo: Good morning." },
    },
    { right: "call.create" },
  ),
  door(
    "what was heard of a call",
    {
      route: "routes/resource/heard",
      path: "/calls/{callId}/heard",
      json: { ranges: [{ t0Ms: 0, t1Ms: 9_000 }] },
    },
    { right: "media.play" },
  ),
  door(
    "what was heard of a clip",
    {
      route: "routes/resource/clip-heard",
      path: "/media/clip/{clipId}/heard",
      json: { ranges: [{ t0Ms: 0, t1Ms: 900 }] },
    },
    { right: "clip.read" },
  ),
  door(
    "how calls are played",
    {
      route: "routes/resource/player-settings",
      path: "/preferences/player",
      json: { ...DEFAULT_SETTINGS, rate: 1.5 },
    },
    { right: "preferences.update" },
  ),
  door(
    "a token to speak",
    {
      route: "routes/resource/live-token",
      path: "/calls/{liveId}/token",
      json: { as: "member", tabId: TAB, takesOver: "true" },
    },
    {
      right: "live.join",
      declares: "live.read",
      changesNothing: "a token; who hosts a call stands among its people before",
    },
  ),
  door(
    "a token to listen",
    {
      route: "routes/resource/live-token",
      path: "/calls/{liveId}/token",
      json: { as: "listener", tabId: TAB },
    },
    { right: "live.listen", declares: "live.read" },
  ),
  door(
    "a piece of a microphone's safety copy",
    {
      route: "routes/resource/local-copy",
      path: "/calls/{liveId}/local/018f0000-0000-7000-8000-000000000000/0",
      method: "PUT",
      bytes: PIECE,
      headers: {
        "content-type": "audio/webm",
        "x-sha256": createHash("sha256").update(PIECE).digest("hex"),
        "x-part-t0": String(Date.now()),
      },
    },
    { right: "live.join", about: "part" },
  ),
  door(
    "a piece of a recording of this browser",
    {
      route: "routes/resource/recorder-chunk",
      path: "/recordings/{liveBrowserRecordingId}/pieces/018f0000-0000-7000-8000-000000000000/0",
      method: "PUT",
      bytes: PIECE,
      headers: {
        "content-type": "audio/webm",
        "x-sha256": createHash("sha256").update(PIECE).digest("hex"),
        ...{ "x-source": "microphone", "x-part-ms": "0", "x-to-ms": "2000" },
      },
    },
    { right: "live.host" },
  ),
];
