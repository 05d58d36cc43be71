import type {
  MappingPageView,
  MappingRowView,
  PreviewLine,
  PreviewView,
} from "#app/core/pages/mapping-views.ts";
import { isActivity } from "#app/core/domain/mapping/mapping-types.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Citation } from "#app/ui/components/instrument/citation.tsx";
import { Cell } from "#app/ui/components/primitive/table.tsx";
import { voiceOf } from "#app/ui/features/player/speaker.ts";
import { useCrmValue } from "./crm-value.tsx";

type Props = {
  line: PreviewLine;
  row: MappingRowView;
  preview: PreviewView;
  crm: MappingPageView["crm"];
};

/** What stands in the record now. */
export function NowCell({ line, row, preview, crm }: Props) {
  const { t } = useTranslation("mapping");
  const crmValue = useCrmValue();
  const { now: field, object } = row;
  return (
    <Cell phone="line" label={t("column.now", { crm: t(`crm.${crm}`) })}>
      <span className="line-clamp-3 whitespace-pre-line text-ink-muted wrap-anywhere">
        {isActivity(object)
          ? t("preview.newActivity")
          : line.now === undefined || field === null
            ? "–"
            : crmValue(line.now, field, preview.currency)}
      </span>
    </Cell>
  );
}

/** What would stand there, or why nothing changes. */
export function WouldCell({ line, row, preview, crm }: Props) {
  const { t } = useTranslation("mapping");
  return (
    <Cell phone="line" label={t("column.would")}>
      <Outcome {...{ line, row, preview, crm }} />
    </Cell>
  );
}

const NOTHING = ["not_discussed", "unknown", "no_match", "left_empty", "no_email"] as const;
const KEEP = [
  ...(["never", "not_empty", "same", "already_there", "only_implied", "not_more"] as const),
  "no_room",
] as const;
const ASK = [
  ...(["no_match", "other_currency", "no_currency", "per_unit", "other_unit"] as const),
  ...(["person_not_found", "too_long", "no_room"] as const),
] as const;
const BLOCKED = ["row", "no_record", "many_contacts", "record_gone"] as const;

function Outcome({ line: { outcome }, row, preview, crm }: Props) {
  const { t } = useTranslation("mapping");
  const crmValue = useCrmValue();
  const name = t(`crm.${crm}`);
  switch (outcome.kind) {
    case "write":
      return (
        <b className="line-clamp-3 font-medium whitespace-pre-line wrap-anywhere">
          {row.now === null ? "" : crmValue(outcome.value, row.now, preview.currency)}
        </b>
      );
    case "keep":
      return (
        <span className="text-ink-muted">
          {t(`preview.keep.${KEEP.find((one) => one === outcome.reason) ?? "same"}`)}
        </span>
      );
    case "nothing":
      return (
        <span className="text-ink-muted">
          {t(`preview.nothing.${NOTHING.find((one) => one === outcome.reason) ?? "impossible"}`)}
        </span>
      );
    case "ask":
      return (
        <span className="text-warn">
          {t(`preview.ask.${ASK.find((one) => one === outcome.reason) ?? "no_match"}`, {
            crm: name,
          })}
        </span>
      );
    case "blocked":
      return (
        <span className="text-danger">
          {t(`preview.blocked.${BLOCKED.find((one) => one === outcome.reason) ?? "other"}`, {
            crm: name,
          })}
        </span>
      );
  }
}

/** Where it was said, each leading to the call at that time. */
export function SaidCell({ line, callId }: { line: PreviewLine; callId: string }) {
  const { t } = useTranslation("mapping");
  return (
    <Cell phone="line" label={t("column.evidence")}>
      {line.evidence.map(({ t0Ms, speaker, side, quote }) => (
        <span key={`${t0Ms}-${quote}`} className="block" title={quote}>
          <Citation
            startMs={t0Ms}
            name={speaker.split(/[\s\u3000]/u)[0] ?? ""}
            side={voiceOf(side)}
            to={paths.playback(callId, { t: Math.floor(t0Ms / 1_000) })}
          />
        </span>
      ))}
    </Cell>
  );
}
