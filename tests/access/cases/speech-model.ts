import type { generalCommands } from "#app/core/pages/general-commands.server.ts";
import { askedOf, type Requests, type SomeCasesOf } from "../requests.ts";

const ofModel = { right: "workspace.manage", form: { name: "a-model" } } as const;

const models = {
  model_install: ofModel,
  model_cancel: ofModel,
  model_remove: ofModel,
  model_prefer: ofModel,
  recognise_past: { right: "workspace.manage", form: {} },
  speech_try: { ...ofModel, form: { sentence: "Good morning" } },
} satisfies SomeCasesOf<typeof generalCommands.commands>;

export const requests: Requests = {
  commands: [...askedOf("routes/setting/general", "/setting/general", models)],
};
