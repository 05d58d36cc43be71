import type { Guest, Member, Origin } from "#app/core/domain/access/actor.ts";
import { lobbyCommands } from "#app/core/pages/lobby-commands.server.ts";
import { liveCallCommands } from "#app/core/pages/live-call-commands.server.ts";

/** A page's table of commands, as tests ask it: without a route, with a form as an object. */
type Table<Actor, Situation, Made> = {
  form: { parse: (input: unknown) => { intent: string } };
  run: (actor: Actor, input: { intent: string }, situation: Situation) => Promise<Made>;
};

/** Asks a command as its route would once the form was read. */
export const askCommand = async <Actor, Situation, Made extends { result: unknown }>(
  table: Table<Actor, Situation, Made>,
  actor: Actor,
  input: Record<string, unknown>,
  situation: Situation,
): Promise<Made["result"]> => (await table.run(actor, table.form.parse(input), situation)).result;

/** A button of the page of a running call. */
export const actOnCall = (
  actor: Member,
  callId: string,
  wish: { intent: string } & Record<string, unknown>,
) => askCommand(liveCallCommands, actor, wish, { callId });

/** A button of a guest's page. */
export const visit = (
  urlPath: string,
  guest: Guest | null,
  wish: { intent: string } & Record<string, unknown>,
  origin: Origin,
) => askCommand(lobbyCommands, null, wish, { urlPath, guest, origin, builtIn: () => "" });
