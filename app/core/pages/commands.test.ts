import { expect, test } from "vitest";
import * as z from "zod";
import { commandsFor } from "./commands.ts";

type Actor = { name: string };
const { command, commandOn, table } = commandsFor<
  Actor,
  "a.read" | "a.change",
  { callId: string }
>();
const onRow = commandOn(z.object({ rowId: z.string().min(1) }), "rowId");
const commands = table({
  rename: command({
    schema: z.object({ title: z.string().min(1) }),
    needs: "a.change",
    run: (actor, { title }, { callId }) =>
      Promise.resolve({ said: `${actor.name} ${callId} ${title}` }),
  }),
  remove: onRow("a.change", ({ name }, id) => Promise.resolve(`${name} ${id}`)),
  look: command({ schema: z.object({}), needs: "a.read", run: () => Promise.resolve() }),
});

test("a form is told apart by its intent, and runs its own command", async () => {
  const input = commands.form.parse({ intent: "rename", title: "A call", more: 1 });
  expect(await commands.run({ name: "Aki" }, input, { callId: "c1" })).toEqual({
    intent: "rename",
    result: { said: "Aki c1 A call" },
  });
});

test("a command on a row is told which, and nothing else", async () => {
  const input = commands.form.parse({ intent: "remove", rowId: "r1", title: "A call" });
  expect(await commands.run({ name: "Aki" }, input, { callId: "c1" })).toEqual({
    intent: "remove",
    result: "Aki r1",
  });
  expect(commands.needs("remove")).toBe("a.change");
});

test.each([
  [{}],
  [{ intent: "discard" }],
  [{ intent: "remove" }],
  [{ intent: "toString" }],
  [{ intent: "__proto__" }],
  [{ intent: ["rename"], title: "A call" }],
  [{ intent: "rename", title: "" }],
])("%j is no command", (input) => {
  expect(commands.form.safeParse(input).success).toBe(false);
});

test("each intent says what it needs, and an unknown one needs nothing that could be granted", () => {
  expect(commands.needs("rename")).toBe("a.change");
  expect(commands.needs("look")).toBe("a.read");
  for (const intent of ["discard", "toString", "__proto__", "", null, 7, new Blob()])
    expect(commands.needs(intent)).toBeNull();
  expect(commands.permissions).toEqual(["a.change", "a.read"]);
});
