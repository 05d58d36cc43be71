import { join } from "node:path";
import { withDatabase } from "./database.ts";
import { readDemo, writeDemo } from "./demo/note.ts";
import { readSettings } from "./settings.ts";

/** `npm run demo:remove`: takes all of the demo away, also while Parley runs. */
const settings = readSettings(process.env);
await withDatabase(settings, async ({ ownerUrl }) => {
  const before = readDemo(settings.dataDir);
  // The next start shows none either; calls that are just coming in stop at this word.
  writeDemo(settings.dataDir, {
    ...{ state: "removed", signIns: [], calls: {} },
    ...{ hasTalk: false, hasLibrary: false, hasHistory: false },
  });
  process.env["DATABASE_URL"] = ownerUrl; // the application may not delete consents, not even the demo's
  process.env["PARLEY_DATA"] = settings.dataDir;
  process.env["SECRET_KEY_FILE"] = settings.secretKeyFile ?? join(settings.dataDir, "secrets/key");
  const { removeDemo } = await import("#app/core/domain/account/demo.server.ts");
  const { closeDatabase } = await import("#app/core/platform/db.server.ts");
  try {
    const calls = await removeDemo();
    console.log(`The demo is gone: its people, and ${calls} calls with their words and files.`);
  } catch (error) {
    if (before) writeDemo(settings.dataDir, before);
    throw error;
  } finally {
    await closeDatabase();
  }
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
process.exit();
