import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { LabelChoices, LabelRef } from "#app/core/domain/label/label-views.ts";
import { paths } from "#app/paths.ts";
import { LabelChooser } from "./label-chooser.tsx";

type Props = { callId: string; given: readonly LabelRef[] };

/** Gives a call labels or takes them off; the layer stays for the next one. */
export function LabelPicker({ callId, given }: Props) {
  const { load, data: choices } = useFetcher<LabelChoices>();
  const { submit, state, data: answer } = useFetcher<{ ok?: boolean }>();
  useEffect(() => load(paths.callLabels(callId)), [load, callId]);
  return (
    <LabelChooser
      choices={choices}
      given={given}
      isBusy={state !== "idle"}
      hasFailed={answer !== undefined && answer.ok !== true}
      onChoose={(line) => {
        if (line.kind === "make") {
          submit({ intent: "give_new_label", name: line.name }, { method: "post" });
          return;
        }
        const { id } = line.label;
        const intent = given.some((label) => label.id === id) ? "take_label" : "give_label";
        submit({ intent, labelId: id }, { method: "post" });
      }}
    />
  );
}
