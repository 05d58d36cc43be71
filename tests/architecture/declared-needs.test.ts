import { expect, test } from "vitest";
import { faultsOf } from "./declared-needs.ts";
import { listModules } from "./route-table.ts";
import { readText } from "./tree.ts";

// The policy stands on the database's module, which wants an address; nothing here connects.
process.env["DATABASE_URL"] ??= "postgresql://nobody@127.0.0.1:1/none";
process.env["SECRET_KEY"] ??= Buffer.alloc(32).toString("base64url");
const { GUEST_POLICY, POLICY, PUBLIC } = await import("#app/core/domain/access/policy/policy.ts");

const PERMISSIONS = new Set<string>([
  ...Object.keys(POLICY),
  ...Object.keys(GUEST_POLICY),
  ...PUBLIC,
]);

test.each(listModules())(
  "%s takes loader and action from a builder that says its permission",
  (file) => {
    expect(faultsOf(file, readText(file), PERMISSIONS)).toEqual([]);
  },
);

/** What answers without the route table; each asks for its rights itself, or has nothing to hide. */
const DOORS = [
  ...['"/healthz"', '"/readyz"', '"/uploads"', '"/assets"', '"/media/:fileId"'],
  ...['"/media/cut/:fileId"', '"/media/embed/:cutId/sound"', '"*"'],
];

test("the server has no door beside the table that is not known here", () => {
  const text = readText("server.ts") + readText("app/http/edge.server.ts");
  const doors = [
    ...text.matchAll(/\bapp\.(?:get|post|put|patch|delete|all|use)\(\s*("[^"]*"|\/\^)/g),
  ].map(([, path = ""]) => path);
  // The pattern is that of static files, which are everybody's.
  expect(doors.filter((path) => path !== "/^").sort()).toEqual([...DOORS].sort());
});

const IMPORT = `import { inCall, memberCommands, signedIn, visitor } from "#app/http/route.server.ts";`;

test.each([
  [`export const loader = async () => new Response();`, "loader does not come from a builder"],
  [`export async function action() { return null; }`, "action is a function of its own"],
  [`export { loader } from "./other.ts";`, "loader is exported from elsewhere"],
  [`export * from "./other.ts";`, "export * hides what is exported"],
  [
    `const any = (x: string) => x; export const loader = any("call.read");`,
    "loader comes from any",
  ],
  [
    `import { signedIn } from "./mine.ts"; export const loader = signedIn("call.read");`,
    "loader comes from signedIn",
  ],
  [`${IMPORT} export const loader = signedIn();`, "loader declares no permission"],
  [
    `${IMPORT} const needs = "call.read"; export const loader = signedIn(needs);`,
    "loader declares no permission",
  ],
  [`${IMPORT} export const loader = signedIn("call.invented");`, "loader needs call.invented"],
  [
    `${IMPORT} export const action = signedIn({ POST: "call.read", PUT: "x.y" });`,
    "action needs x.y",
  ],
  [`${IMPORT} export const action = signedIn({});`, "action declares no permission"],
  [
    `${IMPORT} export const action = inCall("call.read", {}, z.object({}));`,
    "action declares no permission",
  ],
  [
    `${IMPORT} export const action = inCall("call.read", "room.invented", z.object({}));`,
    "action needs room.invented",
  ],
  [
    `${IMPORT} const mine = {}; export const action = memberCommands(mine, {});`,
    "action takes no table",
  ],
  [
    `${IMPORT} import { theirs } from "#app/ui/theirs.ts"; export const action = memberCommands(theirs, {});`,
    "action takes no table",
  ],
])("refuses %s", (text, fault) => {
  expect(faultsOf("planted.ts", text, PERMISSIONS)).toEqual([expect.stringContaining(fault)]);
});

test.each([
  `${IMPORT} export const loader = signedIn("call.read", z.object({}), () => null);`,
  `${IMPORT} export const action = visitor({ POST: "signin.use" }, z.object({}), () => null);`,
  `${IMPORT} export const action = inCall({ POST: "live.read" }, { POST: "room.enter" }, z.object({}));`,
  `${IMPORT} import { ours } from "#app/core/pages/ours.server.ts"; export const action = memberCommands(ours, {});`,
  `${IMPORT} const nothing = visitor("problem.read", z.object({}), () => null); export const loader = nothing;`,
])("takes %s", (text) => {
  expect(faultsOf("planted.ts", text, PERMISSIONS)).toEqual([]);
});
