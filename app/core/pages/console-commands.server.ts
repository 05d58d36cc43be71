import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { connectionTest } from "#app/core/domain/live/connection-test.server.ts";
import { startForm } from "#app/core/domain/live/live-forms.schema.ts";
import { startCall, startDemoCall } from "#app/core/domain/live/start.server.ts";
import { commandsFor } from "./commands.ts";

const { command, table } = commandsFor<Member, Permission, { zone: string }>();

/** What the console may ask for. */
export const consoleCommands = table({
  start: command({
    schema: startForm,
    needs: "live.start",
    run: async (actor, input, { zone }) => ({ callId: await startCall(actor, input, zone) }),
  }),
  demo: command({
    schema: z.object({}),
    needs: "live.start",
    run: async (actor, _, { zone }) => ({ callId: await startDemoCall(actor, zone) }),
  }),
  /** A token for a room of one's own, to try the ways to the media server. */
  test: command({ schema: z.object({}), needs: "live.start", run: connectionTest }),
});
