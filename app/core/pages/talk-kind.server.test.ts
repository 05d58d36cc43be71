import { expect, test } from "vitest";
import { getActivity } from "#app/core/domain/analytics/activity.server.ts";
import { parseAnalyticsQuery } from "#app/core/domain/analytics/parse-query.ts";
import { changeLabel } from "#app/core/domain/label/label-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { TALK_KINDS, type TalkKind } from "#app/core/domain/views.ts";
import { aCall, aLabel, aMember, aRecording, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { listRecordings } from "#app/core/pages/recordings.server.ts";
import { parseRecordingsQuery } from "#app/core/pages/recordings-query.ts";

test("a call is about what somebody said, else what its labels say, else something else", async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const admin = await aMember(workspace, { role: "admin" });
  const owner = await aMember(workspace, { teams: [team] });
  const [demo, discovery, ofTeam] = [
    await aLabel(workspace),
    await aLabel(workspace),
    await aLabel(workspace, { teamId: (await aTeam(workspace)).id }),
  ];
  const say = (label: { id: string; name: string; version: number }, talkKind: TalkKind | null) =>
    changeLabel(admin, {
      ...{ labelId: label.id, name: label.name, version: label.version, talkKind },
      ...{ groupId: null, colour: "slate", rule: null },
    });
  await say(demo, "demo");
  await say(discovery, "discovery");
  await say(ofTeam, "follow_up");
  const cases: [TalkKind | null, { id: string }[], TalkKind][] = [
    [null, [], "other"],
    [null, [demo], "demo"],
    [null, [demo, discovery], "discovery"],
    ["follow_up", [demo], "follow_up"],
    // A label of another team says nothing of the call.
    [null, [ofTeam], "other"],
  ];
  const wanted = new Map<TalkKind, string[]>();
  for (const [talkKind, labels, kind] of cases) {
    const call = await aCall(owner, { talkKind, startedAt: new Date() });
    await aRecording(call);
    for (const { id: labelId } of labels)
      await db.callLabel.create({
        data: { workspaceId: workspace.id, callId: call.id, labelId, isByHand: true },
      });
    wanted.set(kind, [...(wanted.get(kind) ?? []), call.id]);
  }
  const taken = await aCall(owner, { startedAt: new Date() });
  await aRecording(taken);
  await db.callLabel.create({
    data: {
      ...{ workspaceId: workspace.id, callId: taken.id, labelId: demo.id },
      ...{ isByHand: true, isOn: false },
    },
  });
  wanted.set("other", [...(wanted.get("other") ?? []), taken.id]);
  for (const talk of TALK_KINDS) {
    const search = new URLSearchParams({ talk, range: "this-week" });
    const { query } = parseAnalyticsQuery(search, "UTC", new Date());
    const ids = wanted.get(talk) ?? [];
    expect([talk, (await getActivity(owner, query)).now.held]).toEqual([talk, ids.length]);
    const list = await listRecordings(
      owner,
      parseRecordingsQuery(new URLSearchParams({ talk })).query,
    );
    expect(list.rows.map(({ callId }) => callId).toSorted()).toEqual(ids.toSorted());
  }
});
