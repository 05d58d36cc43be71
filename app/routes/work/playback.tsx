import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "#app/i18n/catalogues-metrics.ts";
import * as z from "zod";
import { addPerson } from "#app/core/domain/call/people.server.ts";
import { editCall, trashCall } from "#app/core/domain/call/call-writes.server.ts";
import { getPlayback, noteOpened } from "#app/core/domain/call/playback.server.ts";
import { listNewOwners, transferCall } from "#app/core/domain/call/transfer.server.ts";
import { playbackIntent } from "#app/core/domain/call/playback-intent.schema.ts";
import { retryRecording } from "#app/core/domain/recording/retry.server.ts";
import { editTranscript } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { getSegmentsAround } from "#app/core/domain/transcript/transcript-reads.server.ts";
import { parseTime } from "#app/core/domain/call/time-query.ts";
import { signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";
import { PlaybackPage } from "#app/ui/features/playback/playback-page.tsx";

const params = z.object({ callId: z.uuid() });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.view.call.title} · Parley` : "Parley" },
];

export const loader = signedIn("call.read", params, async ({ actor, params, request }) => {
  const search = new URL(request.url).searchParams;
  const startMs = parseTime(search.get("t"));
  const view = await getPlayback(actor, params.callId);
  const { kind, state } = view.call;
  if (kind === "room" && (state === "live" || state === "scheduled"))
    throw redirect(paths.consoleCall(params.callId));
  const start =
    view.transcript &&
    (await getSegmentsAround(actor, params.callId, view.transcript.number, startMs ?? 0));
  await noteOpened(actor, params.callId);
  const isInfo = search.get("tab") === "info" && view.can.transfer;
  return json({
    view,
    newOwners: isInfo ? await listNewOwners(actor, view.call.owner.id) : null,
    start,
    startMs,
    endMs: parseTime(search.get("end")),
    personId: actor.memberId,
  });
});

export const action = signedIn(
  { POST: "call.read" },
  params,
  ({ actor, params: { callId }, form }) =>
    form(playbackIntent, async (input) => {
      switch (input.intent) {
        case "edit_call":
          await editCall(actor, callId, input);
          return json({ ok: true, intent: input.intent });
        case "add_person":
          await addPerson(actor, callId, input);
          return json({ ok: true, intent: input.intent });
        case "retry":
          await retryRecording(actor, input.recordingId, callId);
          return json({ ok: true, intent: input.intent });
        case "transfer":
          await transferCall(actor, callId, input.memberId);
          // Whoever gave a private call away may not know of it any more.
          return redirect(paths.recordings());
        case "trash":
          await trashCall(actor, callId);
          return redirect(paths.recordings());
        case "correct_words":
        case "correct_speaker":
        case "revert_transcript":
          return json({
            ok: true,
            intent: input.intent,
            ...(await editTranscript(actor, callId, input)),
          });
      }
    }),
);

export default function PlaybackRoute() {
  return <PlaybackPage {...useLoaderData<typeof loader>()} />;
}
