import { json } from "@remix-run/node";
import * as z from "zod";
import { beginUpload } from "#app/core/domain/recording/upload.server.ts";
import { beginUploadForm } from "#app/core/domain/recording/upload.schema.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Opens the door for the browser's resumable upload; the answer says where each file goes. */
export const action = signedIn({ POST: "call.create" }, z.object({}), ({ actor, body }) =>
  body(beginUploadForm, async (input) => json(await beginUpload(actor, input), { status: 201 })),
);
