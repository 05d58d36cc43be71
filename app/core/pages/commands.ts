import * as z from "zod";

/**
 * One thing a form of a page may ask for. `schema` are its fields beside `intent`, `needs` the right the role must have
 * for it at all; the right on the row is asked by the domain function that loads it. `run` returns what the page is
 * told; the route makes a redirect, a cookie or JSON of it.
 * @typeParam Situation what the route knows beside the form, such as the ids of the address
 */
export type Command<Actor, Needs extends string, Situation, Schema extends z.ZodObject, Result> = {
  schema: Schema;
  needs: Needs;
  run: (actor: Actor, input: z.output<Schema>, situation: Situation) => Promise<Result>;
};

/** Any command of an actor and a situation: what it takes is known to its schema alone. */
export type AnyCommand<Actor, Needs extends string, Situation> = {
  schema: z.ZodObject;
  needs: Needs;
  run: (actor: Actor, input: never, situation: Situation) => Promise<unknown>;
};
type Commands<Actor, Needs extends string, Situation> = Record<
  string,
  AnyCommand<Actor, Needs, Situation>
>;

/** The commands of one page, by intent. */
export type CommandTable<
  Actor,
  Needs extends string,
  Situation,
  Table extends Commands<Actor, Needs, Situation>,
> = {
  /** By intent. */
  commands: Table;
  /** Every form of the page, told apart by `intent`; built once. */
  form: z.ZodType<{ intent: string }>;
  /** What its commands need, each once. */
  permissions: Needs[];
  /** The right an intent needs; null for one the page does not know. */
  needs: (intent: unknown) => Needs | null;
  /** Runs what `form` gave. @throws DomainError of whatever is called */
  run: (
    actor: Actor,
    input: { intent: string },
    situation: Situation,
  ) => Promise<Answered<Table>[keyof Table & string]>;
};
/** What came of a command: its intent, and its result. */
export type Answered<Table extends Record<string, { run: (...args: never[]) => unknown }>> = {
  [I in keyof Table & string]: { intent: I; result: Awaited<ReturnType<Table[I]["run"]>> };
};

/**
 * The makers of a page's table: `command` gives `run` the types of its schema, `table` joins them, and `commandOn`
 * makes those whose form says only which row they are about: `const onLabel = commandOn(ofLabel, "labelId")`, then
 * `onLabel("label.manage", archiveLabel)`.
 * `const { command, table } = commandsFor<Member, Permission, { callId: string }>();`
 */
export function commandsFor<Actor, Needs extends string, Situation>() {
  return {
    command: <Schema extends z.ZodObject, Result>(
      made: Command<Actor, Needs, Situation, Schema, Result>,
    ) => made,
    commandOn:
      <Key extends string, Schema extends z.ZodObject & z.ZodType<Record<Key, string>>>(
        schema: Schema,
        key: Key,
      ) =>
      <Result>(needs: Needs, run: (actor: Actor, id: string) => Promise<Result>) => ({
        schema,
        needs,
        run: (actor: Actor, input: Record<Key, string>) => run(actor, input[key]),
      }),
    table: <Table extends Commands<Actor, Needs, Situation>>(
      commands: Table,
    ): CommandTable<Actor, Needs, Situation, Table> => makeTable(commands),
  };
}

function makeTable<
  Actor,
  Needs extends string,
  Situation,
  Table extends Commands<Actor, Needs, Situation>,
>(commands: Table): CommandTable<Actor, Needs, Situation, Table> {
  const forms = Object.entries(commands).map(([intent, { schema }]) =>
    schema.safeExtend({ intent: z.literal(intent) }),
  );
  const [first, ...others] = forms;
  if (!first) throw new Error("a page without commands has no table");
  return {
    commands,
    form: z.discriminatedUnion("intent", [first, ...others]).transform((input) => ({
      ...input,
      intent: String(input["intent"]),
    })),
    permissions: [...new Set(Object.values(commands).map(({ needs }) => needs))],
    needs: (intent) =>
      typeof intent === "string" && Object.hasOwn(commands, intent)
        ? (commands[intent]?.needs ?? null)
        : null,
    run: async (actor, input, situation) => {
      const command = commands[input.intent];
      if (!command) throw new Error("no command for what the form of the table gave");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `form` parsed it with this command's schema
      const result = await command.run(actor, input as never, situation);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the intent's own command made it
      return { intent: input.intent, result } as Answered<Table>[keyof Table & string];
    },
  };
}
