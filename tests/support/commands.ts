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
