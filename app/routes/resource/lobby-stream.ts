import * as z from "zod";
import { watchLobby } from "#app/http/lobby-stream.server.ts";
import { guest } from "#app/http/route.server.ts";

/** How a guest stands with their call, and once they are in, who is there (data §6). */
export const loader = guest(
  "lobby.watch",
  z.object({ callId: z.uuid() }),
  ({ actor, request, closed }) => Promise.resolve(watchLobby(actor, request, closed)),
);
