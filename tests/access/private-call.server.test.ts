import { beforeAll, expect, test } from "vitest";
import { writeCallIndex } from "#app/core/domain/search/index.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { appForFile } from "./app-for-file.ts";
import { aFullHouse } from "./full-house.ts";
import type { House } from "./noun.ts";
import { READS } from "./recorded.ts";
import { fill, plain, send } from "./replay.ts";
import type { Recorded } from "./requests.ts";

// Of every screen, count, list and file that members can ask for: a private call is there for its people alone.

/** Stands in the private call alone, and is asked for by the others. */
const WORD = "xylocanary";
/** Stands beside it, and is never asked for: where it comes back, something leaked. */
const SECRET = "quetzalite";

const app = await appForFile();
let owner: SignedIn;
let teamId: string;
let house: House;
let others: Record<string, SignedIn>;

beforeAll(async () => {
  const workspace = await aWorkspace();
  const [team, away] = [await aTeam(workspace), await aTeam(workspace)];
  teamId = team.id;
  owner = await aMember(workspace, { teams: [team] });
  others = {
    "a mate of the team": await aMember(workspace, { teams: [team] }),
    "a rep of another team": await aMember(workspace, { teams: [away] }),
    "the team's manager": await aMember(workspace, { role: "manager", teams: [team] }),
    "an admin": await aMember(workspace, { role: "admin", teams: [away] }),
  };
  house = await aFullHouse(owner, { visibility: "workspace", team });
  // A recorder that was not heard of for some seconds counts as gone: not between two looks.
  await db.liveRecorder.updateMany({
    where: { workspaceId: owner.workspaceId },
    data: { seenAt: new Date(Date.now() - 60_000) },
  });
});

/** What there is to ask beside every address with ids of a call that all may see. */
const SEARCHES: Recorded[] = [
  { route: "routes/work/recordings", path: "/recordings", query: { q: WORD } },
  { route: "routes/work/recordings", path: "/recordings", query: { q: `label:${WORD}` } },
  { route: "routes/work/recordings", path: "/recordings", query: { label: "{labelId}" } },
  { route: "routes/work/recordings", path: "/recordings", query: { q: `comment:${WORD}` } },
  { route: "routes/work/recordings", path: "/recordings", query: { comment: "yes" } },
  { route: "routes/work/recordings", path: "/recordings", query: { panel: "filters" } },
  { route: "routes/work/recordings", path: "/recordings", query: { panel: "filters", q: WORD } },
  { route: "routes/work/recordings", path: "/recordings", query: { participant: WORD } },
  { route: "routes/resource/recordings-json", path: "/recordings.json", query: { q: WORD } },
  {
    route: "routes/resource/recordings-json",
    path: "/recordings.json",
    query: { counted: "held" },
  },
  { route: "routes/work/recordings", path: "/recordings", query: { counted: "talk_ratio.out" } },
  { route: "routes/work/recordings", path: "/recordings", query: { sample: "1" } },
  { route: "routes/resource/recordings-csv", path: "/recordings.csv" },
  { route: "routes/resource/palette", path: "/palette.json", query: { q: WORD } },
  { route: "routes/work/recordings", path: "/recordings", query: { contact: WORD } },
  { route: "routes/work/recordings", path: "/recordings", query: { deal: "{dealId}" } },
  { route: "routes/work/recordings", path: "/recordings", query: { stage: "{stageId}" } },
  {
    ...{ route: "routes/resource/call-contacts", query: { q: WORD } },
    path: "/calls/{callId}/people/{participantId}/contacts.json",
  },
  { route: "routes/resource/call-deals", path: "/calls/{callId}/deals.json", query: { q: WORD } },
  { route: "routes/setting/general", path: "/setting/general", query: { tab: "deals", q: WORD } },
  { route: "routes/resource/deals-csv", path: "/deals.csv" },
  { route: "routes/setting/label", path: "/setting/label" },
  { route: "routes/setting/label", path: "/setting/label", query: { rule: WORD } },
  { route: "routes/setting/dictionary", path: "/setting/dictionary" },
  { route: "routes/setting/dictionary", path: "/setting/dictionary", query: { tab: "terms" } },
  { route: "routes/setting/dictionary", path: "/setting/dictionary", query: { tab: "lexicons" } },
  { route: "routes/work/recordings", path: "/recordings", query: { tracker: "{trackerId}" } },
];
/** What anybody does is entered in the logs: they grow, and nothing in them is about the call. */
const isLog = ({ path }: Recorded): boolean => path.includes("audit-log");

/** Every answer to everybody else, by who asks what. */
async function look(isKept: (recorded: Recorded) => boolean): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [name, { token }] of Object.entries(others))
    for (const recorded of [...READS.map((read) => read.recorded), ...SEARCHES].filter(isKept)) {
      const asked = fill(recorded, (kind) => house[kind]);
      const key = `${name}: ${recorded.path} ${JSON.stringify(recorded.query ?? {})}`;
      answers[key] = plain(await send(app, token, asked));
    }
  return answers;
}

/** Everything that can hang on a call, by the hands of its owner. @returns ids that are nobody else's to know */
async function makePrivateCall(): Promise<string[]> {
  const { workspaceId, token } = owner;
  const company = await db.company.findFirst({ where: { workspaceId }, select: { id: true } });
  const call = await aCall(owner, {
    visibility: "private",
    title: `${WORD} ${SECRET}`,
    teamId,
    companyId: company?.id ?? null,
    language: "en",
  });
  const recording = await aRecording(call);
  const person = await aParticipant(call, { lane: 1, name: `Guest ${SECRET}` });
  await aTranscript(
    call,
    [{ participantId: person.id, t0Ms: 0, t1Ms: 4_000, text: `The ${WORD} is ${SECRET}` }],
    { recordingId: recording.id },
  );
  const onCall = { route: "routes/work/playback", path: `/playback/${call.id}` };
  const onList = { route: "routes/work/recordings", path: "/recordings" };
  const comment = { intent: "add_comment", body: `What a ${WORD}: ${SECRET}`, t0Ms: "500" };
  const deeds = [
    { ...onCall, form: { intent: "give_label", labelId: house.labelId } },
    { ...onCall, form: comment },
    { ...onCall, form: { ...comment, isPrivate: "on" } },
    { ...onCall, form: { intent: "link_deal", dealId: house.dealId } },
    {
      ...onCall,
      form: {
        ...{ intent: "make_contact", participantId: person.id, name: `${WORD} ${SECRET}` },
        ...{ company: `${WORD} ${SECRET}`, emails: `guest@${WORD}.test`, jobTitle: SECRET },
      },
    },
    { ...onList, form: { intent: "save_view", name: SECRET, query: `q=${WORD}` } },
    {
      ...onList,
      form: { intent: "bulk_access", callIds: call.id, visibility: "private" },
    },
    { ...onList, form: { intent: "bulk_take_label", callIds: call.id, labelId: house.labelId } },
    { ...onList, form: { intent: "bulk_give_label", callIds: call.id, labelId: house.labelId } },
  ];
  for (const { form, ...page } of deeds) {
    const { status, text } = await send(app, token, { ...page, method: "POST", form });
    expect([form.intent, status < 400, status < 400 ? "" : text]).toEqual([form.intent, true, ""]);
  }
  await db.$transaction((tx) => writeCallIndex(tx, { workspaceId, callId: call.id }));
  const comments = await db.comment.findMany({ where: { callId: call.id }, select: { id: true } });
  return [call.id, recording.id, person.id, ...comments.map(({ id }) => id)];
}

test("a private call with all that hangs on it changes no answer to anybody else", async () => {
  await look(() => true); // the first look leaves its own traces: who opened what
  const before = await look((recorded) => !isLog(recorded));
  const ids = await makePrivateCall();
  const after = await look((recorded) => !isLog(recorded));
  expect(Object.keys(after).filter((asked) => after[asked] !== before[asked])).toEqual([]);
  expect(JSON.stringify(after)).not.toContain(SECRET);
  const logs = JSON.stringify(await look(isLog));
  expect([SECRET, ...ids].filter((text) => logs.includes(text))).toEqual([]);
});
