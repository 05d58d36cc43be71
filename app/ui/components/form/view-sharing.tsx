import type { SubmissionResult } from "@conform-to/react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Team = { id: string; name: string };
/** A view as far as it says whom it is shared with. */
export type SharedView = {
  isShared: boolean;
  team: Team | null;
  isOwn: boolean;
  owner: string;
};
type Props = {
  id: string;
  /** Those the reader may share with. */
  teams: readonly Team[];
  refusal: SubmissionResult | undefined;
  /** A view that is there already. */
  start?: SharedView;
};
const FIELD = "shareWith";

/** Whom a view is shared with: its owner alone, one team, or the workspace. */
export function ViewSharing({ id, teams, refusal, start }: Props) {
  const { t } = useTranslation("view");
  const { t: forms } = useTranslation("forms");
  const codes = refusal?.error?.[FIELD] ?? [];
  const sent = refusal?.initialValue?.[FIELD];
  const kept = start?.team ?? null;
  // The owner may have left the team meanwhile: it can be kept.
  const offered =
    kept === null || teams.some((team) => team.id === kept.id) ? teams : [...teams, kept];
  const isOfOther = start !== undefined && !start.isOwn;
  const label = t("sharing.label");
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-ink-muted">
        {label}
      </label>
      <Select
        id={id}
        name={FIELD}
        size="small"
        defaultValue={typeof sent === "string" ? sent : valueOf(start)}
        aria-invalid={codes.length > 0}
        aria-describedby={`${id}-note`}
        options={[
          {
            value: "me",
            label: isOfOther ? t("sharing.owner", { name: start.owner }) : t("sharing.me"),
          },
          ...offered.map((team) => ({ value: team.id, label: team.name })),
          { value: "workspace", label: t("sharing.workspace") },
        ]}
      />
      {codes.length === 0 ? (
        <span id={`${id}-note`} className="text-xs text-ink-muted">
          {t("sharing.hint")}
        </span>
      ) : (
        <span id={`${id}-note`} role="alert" className="text-xs text-danger">
          {codes.map((code) => formText(forms, code, { name: FIELD, label })).join(" ")}
        </span>
      )}
    </div>
  );
}

function valueOf(start: SharedView | undefined): string {
  if (start?.isShared !== true) return "me";
  return start.team?.id ?? "workspace";
}
