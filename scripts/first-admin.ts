import { firstAdminLink } from "#app/core/domain/account/setup.server.ts";
import { closeDatabase } from "#app/core/platform/db.server.ts";

// One line for the start to print: the link of the first admin. Nothing when somebody has a workspace already.
const link = await firstAdminLink();
if (link !== null) console.log(link);
await closeDatabase();
