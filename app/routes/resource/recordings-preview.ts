import { json } from "@remix-run/node";
import * as z from "zod";
import { previewTranscript } from "#app/core/domain/recording/import-preview.server.ts";
import { previewForm } from "#app/core/domain/recording/upload.schema.ts";
import { signedIn } from "#app/http/route.server.ts";

/** What would be brought in of a transcript (product §10.3). */
export const action = signedIn({ POST: "call.create" }, z.object({}), ({ actor, body }) =>
  body(previewForm, async (input) => json(await previewTranscript(actor, input))),
);
