import type { crmCommands } from "#app/core/pages/crm-commands.server.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

const ofWrite = { writeId: "{writeId}", version: "1" };

const crm = {
  accept: [
    { right: "crm.review", form: ofWrite },
    { right: "crm.review", form: { ...ofWrite, value: "Send both offers and call" } },
  ],
  accept_all: { right: "crm.review", form: { writeIds: "{writeId}" } },
  reject: { right: "crm.review", form: ofWrite },
  resend: { right: "crm.review", form: ofWrite },
  propose_again: { right: "crm.review", form: ofWrite },
  recheck: { right: "crm.review", form: ofWrite },
  revert: { right: "crm.revert", form: ofWrite },
  force_revert: { right: "crm.revert", form: ofWrite },
  keep: { right: "crm.revert", form: ofWrite },
} satisfies CasesOf<typeof crmCommands.commands>;

export const requests: Requests = {
  reads: [read("crm.read", "routes/resource/call-crm", "/calls/{callId}/crm.json")],
  commands: [...askedOf("routes/resource/call-crm", "/calls/{callId}/crm.json", crm)],
};
