import type { LocalGrant, LocalVendor } from "#app/core/domain/connection/connection-types.ts";
import { GrantRefused } from "#app/core/platform/oauth/errors.ts";
import { newId } from "#app/core/platform/id.ts";
import { check, crm } from "./client.server.ts";
import { takeFault } from "./faults.server.ts";
import { addressOf } from "./records.server.ts";

const open = (workspaceId: string): LocalGrant => ({
  ...{ accessToken: newId(), refreshToken: workspaceId, expiresAt: null, scopes: [] },
  apiUrl: addressOf(workspaceId),
});

/**
 * The demo's CRM: records in this database, faults on demand, behind the same interface as the real ones. Its tokens open
 * nothing but the workspace they were made for.
 */
export const mockCrm: LocalVendor & { slug: "mock" } = {
  slug: "mock",
  scopes: [],
  open,
  readAccount: () =>
    Promise.resolve({ id: "mock", label: "Demo CRM", user: null, isSandbox: false }),
  check,
  crm,
  oauth: {
    async refresh(_, workspaceId) {
      const isRefused = (await takeFault(workspaceId, ["signed_out"])) !== null;
      if (isRefused) throw new GrantRefused("invalid_grant");
      return open(workspaceId);
    },
    revoke: () => Promise.resolve(),
  },
};
