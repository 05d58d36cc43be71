import { bandsForm } from "#app/core/domain/metrics/bands.schema.ts";
import type { generalCommands } from "#app/core/pages/general-commands.server.ts";
import { askedOf, type Requests, type SomeCasesOf } from "../requests.ts";

const workspace = {
  workspace_hours: {
    right: "workspace.manage",
    form: { tue: "on", from: "08:00", to: "16:00", holidays: "2026-12-25 Xmas", version: "1" },
  },
  talk_bands: {
    right: "workspace.manage",
    form: {
      ...{ kind: "demo", talk_ratio_from: "40", talk_ratio_to: "50", version: "1" },
    },
  },
  our_band: {
    right: "workspace.manage",
    form: { kind: "demo", key: "talk_ratio", version: "1" },
  },
  workspace: {
    right: "workspace.manage",
    form: {
      name: "Renamed",
      timeZone: "UTC",
      defaultVisibility: "private",
      signUpMode: "closed",
      version: "1",
    },
  },
  consent: {
    right: "workspace.manage",
    form: { textEn: "This call is recorded.", mayShareScreen: "on", version: "1" },
  },
  sharing: {
    right: "workspace.manage",
    form: {
      ...{ sharers: "managers", needs: "password", maxDays: "30" },
      ...{ mayDownload: "on", isBlocked: "on", version: "1" },
    },
  },
  llm: {
    right: "workspace.manage",
    form: { kind: "none", monthCap: "20", version: "1" },
  },
  llm_test: {
    right: "workspace.manage",
    changesNothing: "a question to a model is no change",
    form: { kind: "none" },
  },
  sign_in_policy: {
    right: "workspace.manage",
    form: { factorFor: "nobody", breakGlassId: "{breakGlassId}", version: "1" },
  },
} satisfies SomeCasesOf<typeof generalCommands.commands>;

export const requests: Requests = {
  commands: [...askedOf("routes/setting/general", "/setting/general", workspace)],
  optional: [
    ...Object.keys(bandsForm.shape).filter((name) => name !== "kind" && name !== "version"),
    "breakGlassId",
    "textEn",
    "textJa",
    "allowsUnrecorded",
    "mayShareScreen",
    "holidays",
    "monthCap",
    "mayDownload",
    "isBlocked",
  ],
  roles: { "workspace.manage": "admins", "parts.read": "admins" },
};
