import type { dealSettingsCommands } from "#app/core/pages/deal-settings-commands.server.ts";
import type { homeCommands } from "#app/core/pages/home-commands.server.ts";
import type { dealPart } from "#app/core/pages/playback-deal.server.ts";
import { askedOf, type CasesOf, read, type Requests, type SomeCasesOf } from "../requests.ts";

const ofDeal = { right: "deal.list", about: "deal", form: { dealId: "{dealId}" } } as const;

const ofCall = { callId: "{callId}" };

const settings = {
  make_deal: {
    right: "deal.make",
    form: {
      ...{ name: "Another deal", stageId: "{stageId}", company: "Acme" },
      ...{ amount: "84000.50", currency: "EUR", closeDate: "2027-01-29", nextStep: "The offer" },
    },
  },
  change_deal: {
    ...ofDeal,
    form: {
      ...{ ...ofDeal.form, name: "Renamed", stageId: "{stageId}", version: "1" },
      ownerId: "{breakGlassId}",
    },
  },
  delete_deal: ofDeal,
  restore_deal: { right: "deal.list", about: "gone", form: { dealId: "{goneDealId}" } },
  check_deals: {
    right: "deal.make",
    form: { text: "name\nA listed deal" },
    changesNothing: "says what would become of each line",
  },
  import_deals: { right: "deal.make", form: { text: "name\nA listed deal" } },
  make_stage: { right: "deal.manage", form: { name: "Another stage", kind: "open" } },
  make_usual_stages: {
    right: "deal.manage",
    form: { open: "First, Second", won: "Won", lost: "Lost" },
  },
  change_stage: {
    right: "deal.manage",
    form: { stageId: "{stageId}", name: "Renamed", kind: "won", version: "1" },
  },
  move_stage: { right: "deal.manage", form: { stageId: "{stageId}", way: "down" } },
  archive_stage: { right: "deal.manage", form: { stageId: "{stageId}" } },
  restore_stage: { right: "deal.manage", form: { stageId: "{archivedStageId}" } },
  deal_settings: {
    right: "deal.manage",
    form: {
      ...{
        dealVisibility: "workspace",
        openedAfterDays: "7",
        closedBeforeDays: "30",
        expiresDays: "21",
      },
      version: "1",
    },
  },
} satisfies CasesOf<typeof dealSettingsCommands>;

const ofPlayback = {
  link_deal: { right: "call.update", about: "deal", form: { dealId: "{dealId}" } },
  link_crm_deal: { right: "crm.review", form: { crm: "mock", record: "{mockRecordId}" } },
  make_deal: {
    right: "call.update",
    form: { name: "Renewal", stageId: "{stageId}", company: "Acme" },
  },
  unlink_deal: { right: "call.update" },
  leave_deal: { right: "call.update" },
} satisfies CasesOf<typeof dealPart.commands>;

const ofHome = {
  link_deal: {
    right: "call.update",
    about: "deal",
    form: { ...ofCall, dealId: "{dealId}" },
  },
  leave_deal: { right: "call.update", form: ofCall },
} satisfies SomeCasesOf<typeof homeCommands.commands>;

export const requests: Requests = {
  reads: [
    ...(["json", "csv"] as const).map((format) =>
      read("deal.list", `routes/resource/deals-${format}`, `/deals.${format}`),
    ),
    read("profile.read", "routes/setting/general", "/setting/general", { tab: "deals" }),
    read("profile.read", "routes/setting/general", "/setting/general", {
      ...{ tab: "deals", show: "deleted", q: "deal", edit: "{dealId}" },
    }),
    read("call.update", "routes/resource/call-deals", "/calls/{callId}/deals.json"),
    read("call.update", "routes/resource/call-deals", "/calls/{callId}/deals.json", { q: "deal" }),
    read("crm.review", "routes/resource/call-crm-deals", "/calls/{callId}/crm-deals.json"),
    read("crm.review", "routes/resource/call-crm-deals", "/calls/{callId}/crm-deals.json", {
      q: "deal",
    }),
  ],
  commands: [
    ...askedOf("routes/setting/general", "/setting/general", settings),
    ...askedOf("routes/work/playback", "/playback/{callId}", ofPlayback),
    ...askedOf("routes/work/home", "/?index", ofHome),
  ],
  optional: ["company", "ownerId", "amount", "currency", "closeDate", "nextStep"],
  roles: { "deal.manage": "admins" },
};
