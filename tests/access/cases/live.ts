import type { consoleCommands } from "#app/core/pages/console-commands.server.ts";
import type { recorderCommands } from "#app/core/pages/recorder-commands.server.ts";
import type { liveCallCommands } from "#app/core/pages/live-call-commands.server.ts";
import { askedOf, type CasesOf } from "./case.ts";

/** The tab of a page, as browsers name theirs. */
export const TAB = "a-tab-of-ours";

const inLobby = { right: "guest.admit", form: { guestId: "{guestId}" } } as const;
const ofTab = { right: "live.join", form: { tabId: TAB } } as const;
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

const TIMELINE = JSON.stringify({ pauses: [], gaps: [], marks: [] });
const ofBrowser = { recordingId: "{liveBrowserRecordingId}" };
const recorderPage = {
  start: {
    right: "call.create",
    form: {
      ...{ consent: "everyone", tab: "one", who: "Ana Costa", company: "Costa" },
      ...{ language: "en", visibility: "team", deviceName: "Chrome, Windows", tabId: TAB },
      deviceId: "a-browser-of-ours",
    },
  },
  keep: {
    right: "live.host",
    form: { ...ofBrowser, tabId: TAB, lengthMs: "4000", timeline: TIMELINE },
  },
  finish: {
    right: "live.host",
    form: { ...ofBrowser, lengthMs: "4000", timeline: TIMELINE, isPartial: "false" },
  },
  discard: { right: "live.host", form: ofBrowser },
} satisfies CasesOf<typeof recorderCommands.commands>;

/** What the console and the pages of running calls are asked for. */
export const OF_LIVE = [
  ...askedOf("routes/work/console-call", "/console/{liveId}", liveCall),
  ...askedOf("routes/work/console", "/console", consolePage),
  ...askedOf("routes/work/recorder", "/recorder", recorderPage),
];
