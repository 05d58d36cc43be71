import type { summaryPart } from "#app/core/pages/playback-summary.server.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

const ofPlayback = {
  regenerate_summary: { right: "call.update", form: { templateId: "1", templateVersion: "1" } },
  edit_summary: {
    right: "call.update",
    form: {
      ...{ templateId: "1", section: "agenda" },
      items: JSON.stringify([{ type: "bullets", value: { text: "Three points" } }]),
    },
  },
  take_new_summary: {
    right: "call.update",
    form: { templateId: "1", section: "agenda", version: "1" },
  },
  keep_my_summary: {
    right: "call.update",
    form: { templateId: "1", section: "agenda", version: "1" },
  },
} satisfies CasesOf<typeof summaryPart.commands>;

export const requests: Requests = {
  reads: [
    read("call.update", "routes/resource/summary-choices", "/calls/{callId}/summary-templates"),
    ...["txt", "json"].map((kind) =>
      read(
        "transcript.export",
        `routes/resource/summary-export-${kind}`,
        `/calls/{callId}/summary.${kind}`,
      ),
    ),
  ],
  commands: [...askedOf("routes/work/playback", "/playback/{callId}", ofPlayback)],
  optional: ["templateVersion"],
};
