import { createHash, randomBytes } from "node:crypto";
import { consentHash } from "#app/core/domain/live/consent-text.server.ts";
import { recorderSentence } from "#app/http/recorder-consent.server.ts";
import type { recorderCommands } from "#app/core/pages/recorder-commands.server.ts";
import { askedOf, type CasesOf, read, request, type Requests, TAB } from "../requests.ts";

const TIMELINE = JSON.stringify({ pauses: [], gaps: [], marks: [] });
const ofBrowser = { recordingId: "{liveBrowserRecordingId}" };

/** What a browser's recorder sends of a microphone: the head of a WebM file. */
const PIECE = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, ...randomBytes(96)]);

const recorderPage = {
  start: {
    right: "call.create",
    form: {
      ...{ consent: "everyone", tab: "one", who: "Ana Costa", company: "Costa" },
      ...{ language: "en", visibility: "team", deviceName: "Chrome, Windows", tabId: TAB },
      ...{ deviceId: "a-browser-of-ours", key: "a-start-of-ours" },
      consentHash: consentHash(recorderSentence("en", "everyone")),
    },
  },
  keep: {
    right: "live.host",
    form: { ...ofBrowser, tabId: TAB, lengthMs: "4000", timeline: TIMELINE },
  },
  describe: {
    right: "live.host",
    form: {
      ...{ ...ofBrowser, who: "Ana Costa", title: "Costa, renewal", company: "Costa" },
      ...{ language: "en", visibility: "team" },
    },
  },
  finish: {
    right: "live.host",
    form: { ...ofBrowser, lengthMs: "4000", timeline: TIMELINE, isPartial: "false" },
  },
  discard: { right: "live.host", form: ofBrowser },
} satisfies CasesOf<typeof recorderCommands.commands>;

export const requests: Requests = {
  reads: [
    read("call.create", "routes/work/recorder", "/recorder"),
    read("call.create", "routes/work/recorder", "/recorder", { call: "{callId}" }),
  ],
  commands: [
    ...askedOf("routes/work/recorder", "/recorder", recorderPage),
    request(
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
  ],
  optional: ["key", "who", "title", "company", "lengthMs", "timeline", "isPartial"],
};
