import { log } from "#app/core/platform/log.server.ts";
import { appOf, type SecretRow } from "./connection-row.server.ts";
import { type Vendor, VendorFault } from "./connection-types.ts";

/**
 * Gives back to a provider what it gave. One that does not take it does not stop us from deleting it here.
 */
export const giveBack = (provider: Vendor, row: SecretRow, refreshToken: string): Promise<void> =>
  provider.oauth.revoke(appOf(row), refreshToken).catch((error: unknown) => {
    if (!(error instanceof VendorFault)) throw error;
    log.warn({ fault: error.code }, "a provider did not take back what it gave");
  });
