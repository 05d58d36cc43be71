import { randomBytes } from "node:crypto";
import { afterAll } from "vitest";
import { startHubspot } from "./hubspot-server.ts";
import { startSalesforce } from "./salesforce-server.ts";

/** Both vendors behind the settings an operator has. Import it before the application: settings are read once. */
export const salesforceServer = await startSalesforce();
export const sandboxServer = await startSalesforce();
export const hubspotServer = await startHubspot();
process.env["DATABASE_URL"] ??= "postgresql://nobody@127.0.0.1:1/none";
process.env["SECRET_KEY"] ??= randomBytes(32).toString("base64url");
Object.assign(process.env, {
  SALESFORCE_URL: salesforceServer.url,
  SALESFORCE_SANDBOX_URL: sandboxServer.url,
  HUBSPOT_APP_URL: hubspotServer.url,
  HUBSPOT_API_URL: hubspotServer.url,
});
afterAll(() =>
  Promise.all([salesforceServer, sandboxServer, hubspotServer].map((one) => one.stop())),
);
