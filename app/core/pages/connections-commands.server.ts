import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { connectLocal } from "#app/core/domain/connection/connect-local.server.ts";
import { startConnecting } from "#app/core/domain/connection/connect.server.ts";
import { disconnect, disconnectAndPurge } from "#app/core/domain/connection/disconnect.server.ts";
import { keepAccount, replaceAccount } from "#app/core/domain/connection/replace-account.server.ts";
import { saveApp } from "#app/core/domain/connection/save-app.server.ts";
import {
  appForm,
  ofProvider,
  ofVendor,
  purgeForm,
} from "#app/core/domain/connection/connection.schema.ts";
import {
  type Provider,
  type ProviderSlug,
  type Vendor,
  VendorFault,
} from "#app/core/domain/connection/connection-types.ts";
import {
  changeRecord,
  clearFaults,
  copyDeals,
  demandDemo,
  plantFault,
} from "#app/core/domain/connection/mock-crm.server.ts";
import { changeRecordForm, plantFaultForm } from "#app/core/domain/connection/mock.schema.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { testConnection } from "#app/core/domain/connection/health.server.ts";
import { changeAsColleague } from "#app/core/integrations/mock-crm/client.server.ts";
import { MOCK_CRM, PROVIDERS, VENDORS } from "#app/core/integrations/registry.server.ts";
import { commandsFor } from "./commands.ts";

const { command, table } = commandsFor<Member, Permission, object>();

/** A form that says which provider, handed to the domain with that provider. */
const of = <Schema extends z.ZodObject & z.ZodType<{ slug: ProviderSlug }>, Result>(
  schema: Schema,
  run: (actor: Member, provider: Provider, input: z.output<Schema>) => Promise<Result>,
) =>
  command({
    schema,
    needs: "connection.manage",
    run: (actor: Member, input: z.output<Schema>) => run(actor, PROVIDERS[input.slug], input),
  });

/** The same of anything that is connected, also without signing in. */
const ofAny = <Result>(run: (actor: Member, vendor: Vendor) => Promise<Result>) =>
  command({
    schema: ofVendor,
    needs: "connection.manage",
    run: (actor: Member, { slug }) => run(actor, VENDORS[slug]),
  });
/** A form of the demo's CRM. */
const ofMock = <Schema extends z.ZodObject, Result>(
  schema: Schema,
  run: (actor: Member, input: z.output<Schema>) => Promise<Result>,
) => command({ schema, needs: "connection.manage", run });
const nothing = z.object({});

/** A record or a field that is not there, or a value that the field does not take. */
function refusalOf({ code }: VendorFault): DomainError {
  if (code === "not_found" || code === "unknown_field") return new DomainError("not_found");
  const why = { restricted_picklist: "invalid_choice", too_long: "too_long" } as const;
  const known = code === "restricted_picklist" || code === "too_long" ? why[code] : "invalid";
  return new DomainError("validation_failed", { value: [known] });
}

/** What the page of the integrations may ask for. */
export const connectionsCommands = table({
  save_app: of(appForm, saveApp),
  save_and_connect: of(appForm, async (actor, provider, input) => {
    await saveApp(actor, provider, input);
    return startConnecting(actor, provider);
  }),
  connect: of(ofProvider, startConnecting),
  test_connection: ofAny(testConnection),
  disconnect: ofAny(disconnect),
  purge: command({
    schema: purgeForm,
    needs: "connection.manage",
    run: (actor: Member, { slug }) => disconnectAndPurge(actor, VENDORS[slug]),
  }),
  replace_account: of(ofProvider, replaceAccount),
  keep_account: of(ofProvider, keepAccount),
  connect_mock: ofMock(nothing, async (actor) => {
    await demandDemo(actor);
    await connectLocal(actor, MOCK_CRM);
  }),
  copy_deals: ofMock(nothing, copyDeals),
  plant_fault: ofMock(plantFaultForm, plantFault),
  clear_faults: ofMock(nothing, clearFaults),
  change_record: ofMock(changeRecordForm, async (actor, input) => {
    try {
      await changeRecord(actor, input, changeAsColleague);
    } catch (error) {
      if (error instanceof VendorFault) throw refusalOf(error);
      throw error;
    }
  }),
});
