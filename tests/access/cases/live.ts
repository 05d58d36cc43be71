import { createHash, randomBytes } from "node:crypto";
import type { consoleCommands } from "#app/core/pages/console-commands.server.ts";
import type { homeCommands } from "#app/core/pages/home-commands.server.ts";
import type { liveCallCommands } from "#app/core/pages/live-call-commands.server.ts";
import {
  askedOf,
  type CasesOf,
  read,
  request,
  type Requests,
  type SomeCasesOf,
  TAB,
} from "../requests.ts";

const inLobby = { right: "guest.admit", form: { guestId: "{guestId}" } } as const;
const ofTab = { right: "live.join", form: { tabId: TAB } } as const;

/** What a browser's recorder sends of a microphone: the head of a WebM file. */
const PIECE = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, ...randomBytes(96)]);

const liveCall = {
  admit: inLobby,
  refuse: inLobby,
  remove: inLobby,
  lock: { right: "guest.admit" },
  unlock: { right: "guest.admit" },
  pause: { right: "live.host" },
  resume: { right: "live.host" },
  hold: { right: "live.join" },
  unhold: { right: "live.join" },
  mute: ofTab,
  unmute: ofTab,
  flag: { right: "live.join" },
  note: { right: "live.join", form: { body: "A note" } },
  edit: { right: "live.host", form: { title: "Another title" } },
  leave: { right: "live.read", form: { tabId: TAB } },
  end: { right: "live.host" },
} satisfies CasesOf<typeof liveCallCommands.commands>;

const consolePage = {
  start: { right: "live.start" },
  demo: { right: "live.start" },
  test: { right: "live.start", changesNothing: "a token for a room that is no call" },
} satisfies CasesOf<typeof consoleCommands.commands>;

const ofHome = {
  admit: { right: "guest.admit", form: { guestId: "{guestId}", callId: "{liveId}" } },
} satisfies SomeCasesOf<typeof homeCommands.commands>;

export const requests: Requests = {
  reads: [
    read("console.read", "routes/work/console", "/console"),
    read("live.read", "routes/work/console-call", "/console/{liveId}"),
    read("console.read", "routes/work/console-popper", "/console-popper"),
    read("live.read", "routes/resource/call-stream", "/calls/{liveId}/stream"),
  ],
  commands: [
    ...askedOf("routes/work/console-call", "/console/{liveId}", liveCall),
    ...askedOf("routes/work/console", "/console", consolePage),
    ...askedOf("routes/work/home", "/?index", ofHome),
    request(
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
    request(
      "a token to listen",
      {
        route: "routes/resource/live-token",
        path: "/calls/{liveId}/token",
        json: { as: "listener", tabId: TAB },
      },
      { right: "live.listen", declares: "live.read" },
    ),
    request(
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
  ],
  roles: { "live.wall": "leaders" },
};
