import { json } from "@remix-run/node";
import * as z from "zod";
import { importTranscript } from "#app/core/domain/recording/import.server.ts";
import { importForm } from "#app/core/domain/recording/upload.schema.ts";
import { signedIn } from "#app/http/route.server.ts";

/** A transcript made elsewhere becomes a call (product §10.3). */
export const action = signedIn({ POST: "call.create" }, z.object({}), ({ actor, body }) =>
  body(importForm, async (input) => json(await importTranscript(actor, input), { status: 201 })),
);
