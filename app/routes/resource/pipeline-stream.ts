import * as z from "zod";
import { watchPipeline } from "#app/http/pipeline-stream.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Stages of all calls the member may see, as they change (data §6). */
export const loader = signedIn("pipeline.watch", z.object({}), ({ actor, request, closed }) =>
  Promise.resolve(watchPipeline(actor, request, closed)),
);
