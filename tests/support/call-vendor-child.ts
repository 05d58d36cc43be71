import { callVendor } from "#app/core/domain/connection/vendor-access.server.ts";
import { PROVIDERS } from "#app/core/integrations/registry.server.ts";

// Callers in a process of their own, which may end as the kernel ends one: with the renewed token in hand, before its use.
const [, , workspaceId = "", id = "", callers = "1", end = ""] = process.argv;
let used = "";
const asked = Array.from({ length: Number(callers) }, () =>
  callVendor(PROVIDERS.hubspot, { workspaceId, id }, (access) => {
    if (end === "kill" && used !== "" && used !== access.accessToken)
      process.kill(process.pid, "SIGKILL");
    used = access.accessToken;
    return PROVIDERS.hubspot.readAccount(access);
  }),
);
const answers = await Promise.all(asked);
process.exit(answers.every(({ id: account }) => account === "4711") ? 0 : 1);
