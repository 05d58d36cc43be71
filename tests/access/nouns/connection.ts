import { keepReplacement } from "#app/core/domain/connection/replace-account.server.ts";
import { PROVIDERS } from "#app/core/integrations/registry.server.ts";
import { A_GRANT, aConnection } from "#tests/support/connections.ts";
import { aMockConnection, aMockRecord } from "#tests/support/mock-crm.ts";
import { begin, beginEach, type Fixtures, type Ids, part } from "../noun.ts";

const MOCK = ["mockRecordId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof MOCK> {}
}

const mock = part(MOCK, async ({ workspace: { id: workspaceId } }) => {
  await aMockConnection(workspaceId);
  return { mockRecordId: await aMockRecord({ workspaceId }) };
});

const PAGE = "/setting/admin-system-integration";
const on = (...intents: string[]): string[] => intents.map((intent) => `${PAGE} ${intent}`);

export const fixtures: Fixtures = {
  parts: [mock],
  beginnings: {
    ...beginEach(
      on("connect", "test_connection", "disconnect", "purge"),
      begin(({ actor }) => aConnection(actor)),
    ),
    ...beginEach(
      on("connect_mock", "copy_deals", "plant_fault", "clear_faults"),
      begin(({ actor: { workspaceId } }) => aMockConnection(workspaceId)),
    ),
    ...beginEach(
      on("replace_account", "keep_account"),
      begin(async ({ actor }) => {
        await aConnection(actor);
        await keepReplacement(actor, PROVIDERS.hubspot, {
          grant: A_GRANT,
          account: { id: "12", label: "12", user: null, isSandbox: false },
          ...{ quota: null, checkMs: 1 },
        });
      }),
    ),
  },
};
