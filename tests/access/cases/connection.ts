import type { connectionsCommands } from "#app/core/pages/connections-commands.server.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

const ofHubspot = { right: "connection.manage", form: { slug: "hubspot" } } as const;
const anApp = { slug: "hubspot", clientId: "an-app", clientSecret: "a secret: of ours" } as const;

const connections = {
  save_app: { right: "connection.manage", form: anApp },
  save_and_connect: { right: "connection.manage", form: anApp },
  connect: ofHubspot,
  test_connection: ofHubspot,
  disconnect: ofHubspot,
  purge: { right: "connection.manage", form: { slug: "hubspot", isSure: "on" } },
  replace_account: ofHubspot,
  keep_account: {
    ...ofHubspot,
    changesNothing: "what waited for a word is kept outside every workspace",
  },
  connect_mock: { right: "connection.manage" },
  copy_deals: { right: "connection.manage" },
  plant_fault: {
    right: "connection.manage",
    form: { fault: "too_long", ofField: "NextStep", times: "1" },
  },
  clear_faults: { right: "connection.manage" },
  change_record: {
    right: "connection.manage",
    form: { record: "{mockRecordId}", field: "NextStep" },
  },
} satisfies CasesOf<typeof connectionsCommands.commands>;

export const requests: Requests = {
  reads: [
    read(
      "connection.manage",
      "routes/setting/admin-integration",
      "/setting/admin-system-integration",
      { open: "hubspot" },
    ),
    read(
      "connection.manage",
      "routes/integration/callback",
      "/auth/hubspot",
      { code: "a-code", state: "a-state" },
      { answers: 400 },
    ),
  ],
  commands: [
    ...askedOf(
      "routes/setting/admin-integration",
      "/setting/admin-system-integration",
      connections,
    ),
  ],
  optional: ["ofField", "times", "value"],
  roles: { "connection.manage": "admins" },
};
