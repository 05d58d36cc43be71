import { deriveVersion } from "#app/core/domain/analysis/derive.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { type aHistory, type chance } from "./analytics-history.ts";
import { aParticipant, aTranscript, type Said } from "./factories.ts";

type Random = ReturnType<typeof chance>;
const EN = ["So", "what", "does", "the", "plan", "cost", "um", "we", "ship", "on", "Friday"];
const JA = ["それでは", "来週", "見積もり", "を", "送り", "ます"];

/** A talk of some turns: short and long ones, with pauses, questions, and both at once now and then. */
function aTalk(
  random: Random,
  ours: readonly string[],
  theirs: string,
  isJapanese: boolean,
): Said[] {
  const words = isJapanese ? JA : EN;
  const turns = random.of([6, 24, 30, 44]);
  const said: Said[] = [];
  for (let no = 0, at = 0; no < turns; no += 1) {
    const length = 2_000 + Math.floor(random.next() * 9_000);
    const count = Math.max(3, Math.floor(length / 350));
    const text = Array.from({ length: count }, () => random.of(words)).join(isJapanese ? "" : " ");
    said.push({
      participantId: no % 2 === 0 ? random.of(ours) : theirs,
      ...{ t0Ms: at, t1Ms: at + length },
      text: random.is(0.4) ? `${text}${isJapanese ? "か。" : "?"}` : text,
    });
    at += length + Math.floor(random.next() * 2_400) - (random.is(0.25) ? 1_200 : 0);
  }
  return said;
}

/**
 * Gives most calls words, and numbers by the stage that makes them: with one or two of ours, who are members or not, with
 * one microphone for all, and of speakers that are not known.
 */
export async function speak({
  made,
  reps,
  random,
}: Pick<Awaited<ReturnType<typeof aHistory>>, "made" | "reps" | "random">): Promise<void> {
  for (const { call, owner } of made) {
    if (call.state !== "available" || random.is(0.08)) continue;
    const quality = random.of(["A", "A", "A", "B", "C"] as const);
    await db.call.update({
      where: { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } },
      data: { quality },
    });
    const isNamed = random.is(0.9);
    const ours = [
      await aParticipant(call, { side: "R", memberId: isNamed ? owner.memberId : null }),
      ...(random.is(0.3) ? [await aParticipant(call, { side: "R", lane: 2 })] : []),
    ];
    const colleague = random.of(reps);
    if (random.is(0.4) && colleague.memberId !== owner.memberId)
      ours.push(await aParticipant(call, { side: "R", memberId: colleague.memberId, lane: 3 }));
    const them = await aParticipant(call, { lane: 1 });
    const isUnknown = quality === "C" && random.is(0.5);
    const voices = ours.map(({ id }) => id);
    const talk = aTalk(random, voices, them.id, call.language === "ja");
    await aTranscript(
      call,
      isUnknown ? talk.map((said) => ({ ...said, participantId: null })) : talk,
      { language: call.language ?? "en", ...(random.is(0.15) && { spread: 0.4 }) },
    );
    await deriveVersion({ workspaceId: call.workspaceId, callId: call.id }, 1);
  }
}
