import { executeWrite } from "#app/core/domain/crm/execute.server.ts";
import { VENDORS } from "#app/core/integrations/registry.server.ts";

// A worker's one job in a process of its own, which a test can end as the kernel does.
const [, , workspaceId = "", writeId = ""] = process.argv;
await executeWrite(VENDORS, { workspaceId, writeId });
process.exit(0);
