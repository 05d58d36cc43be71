import type { bulkCommands } from "#app/core/pages/bulk-commands.server.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

const selected = { callIds: "{callId}" } as const;
/** Of a library that is its owner's alone. */
const curates = { right: "library.make", about: "own" } as const;

const bulk = {
  bulk_give_label: { right: "call.update", form: { ...selected, labelId: "{labelId}" } },
  bulk_take_label: { right: "call.update", form: { ...selected, labelId: "{givenId}" } },
  bulk_give_new_label: {
    right: "call.update",
    also: "label.manage",
    form: { ...selected, name: "A new label" },
  },
  bulk_access: { right: "call.delete", form: { ...selected, visibility: "workspace" } },
  bulk_owner: { right: "call.transfer", form: { ...selected, memberId: "{heirId}" } },
  bulk_reviewer: { right: "call.update", form: { ...selected, memberId: "{heirId}" } },
  bulk_regenerate: { right: "call.update", form: { ...selected, templateId: "1" } },
  bulk_recognise: { right: "recording.retry", form: selected },
  bulk_preview_library: {
    ...curates,
    changesNothing: "it is asked before",
    form: { ...selected, libraryId: "{libraryId}" },
  },
  bulk_add_to_library: {
    ...curates,
    form: { ...selected, libraryId: "{libraryId}", folderId: "{folderId}", gives: "0" },
  },
  bulk_preview_delete: {
    ...{ right: "call.delete", form: selected },
    changesNothing: "it is asked before",
  },
  bulk_delete: { right: "call.delete", form: { ...selected, withClips: "on" } },
  bulk_restore: { right: "call.restore", form: { callIds: "{trashedId}" } },
  bulk_undo: { right: "call.list", about: "own", form: { runId: "{runId}" } },
  bulk_cancel: { right: "call.list", about: "own", form: { runId: "{openRunId}" } },
} satisfies CasesOf<typeof bulkCommands>;

export const requests: Requests = {
  reads: [
    read("call.list", "routes/resource/bulk-choices", "/bulk/choices.json"),
    ...(["json", "csv"] as const).map((format) =>
      read(
        "call.list",
        `routes/resource/bulk-result-${format}`,
        `/bulk/{runId}/result.${format}`,
        undefined,
        {
          about: "own",
        },
      ),
    ),
  ],
  commands: [...askedOf("routes/work/recordings", "/recordings", bulk)],
};
