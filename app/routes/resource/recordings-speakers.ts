import { json } from "@remix-run/node";
import * as z from "zod";
import { readSpeakers } from "#app/core/domain/recording/import.server.ts";
import { speakersForm } from "#app/core/domain/recording/upload.schema.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Who speaks in a transcript that is about to be brought in. */
export const action = signedIn({ POST: "call.create" }, z.object({}), ({ actor, body }) =>
  body(speakersForm, async ({ text }) => json(await readSpeakers(actor, text))),
);
