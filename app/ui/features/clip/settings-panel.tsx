import { X } from "lucide-react";
import { useId } from "react";
import type { ClipEditorView, ClipPageView } from "#app/core/pages/clip.server.ts";
import type { CutMask } from "#app/core/domain/cut/cut.ts";
import { formatDuration } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { Switch } from "#app/ui/components/primitive/switch.tsx";
import { Dot } from "#app/ui/components/primitive/tag.tsx";
import { AUDIENCES, whoOf } from "./audience.ts";
import { type Draft, heardMasks, wholeMs } from "./draft.ts";
import { SAVE_FORM } from "./save-bar.tsx";
import { tenths } from "./tenths.ts";

type Props = {
  view: ClipPageView;
  editor: ClipEditorView;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
};

const MOST = 120;
const SECTION = "grid gap-2 border-t border-line px-4 py-3.5 first:border-t-0";

/** Title, card, captions, what is bleeped, who can play it, and labels. */
export function SettingsPanel({ view, editor, draft, onChange }: Props) {
  const { t } = useTranslation("clip");
  const id = useId();
  return (
    <section
      aria-label={t("settings")}
      className="min-w-0 self-start rounded-panel border border-line bg-surface-raised text-sm"
    >
      <div className={SECTION}>
        <label htmlFor={`${id}-title`} className="font-medium">
          {t("field.title")}
        </label>
        <input
          id={`${id}-title`}
          form={SAVE_FORM}
          maxLength={MOST}
          required
          value={draft.title}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
          className={controlLook({ className: "w-full" })}
        />
      </div>
      <div className={SECTION}>
        <Switch
          label={t("card.on")}
          checked={draft.card !== null}
          onChange={({ currentTarget }) =>
            onChange({ card: currentTarget.checked ? draft.title : null })
          }
        />
        {draft.card === null ? null : (
          <input
            aria-label={t("field.card")}
            maxLength={MOST}
            value={draft.card}
            onChange={({ currentTarget }) => onChange({ card: currentTarget.value })}
            className={controlLook({ className: "w-full" })}
          />
        )}
        <Switch
          label={t("captions.on")}
          checked={draft.hasCaptions}
          onChange={({ currentTarget }) => onChange({ hasCaptions: currentTarget.checked })}
        />
        {editor.words === null ? null : (
          <p className="text-xs text-ink-muted">{t("captions.hint")}</p>
        )}
      </div>
      <Bleeps editor={editor} draft={draft} onChange={onChange} />
      <Audience view={view} draft={draft} onChange={onChange} />
      {view.labels.length === 0 ? null : (
        <fieldset className={SECTION}>
          <legend className="contents">
            <span className="font-medium">{t("field.labels")}</span>
          </legend>
          <ul className="grid max-h-52 gap-0.5 overflow-y-auto">
            {view.labels.map(({ id: labelId, name, colour }) => (
              <li key={labelId}>
                <label className="flex min-h-7 items-center gap-2">
                  <Checkbox
                    checked={draft.labelIds.includes(labelId)}
                    onChange={({ currentTarget: { checked } }) =>
                      onChange({
                        labelIds: checked
                          ? [...draft.labelIds, labelId]
                          : draft.labelIds.filter((one) => one !== labelId),
                      })
                    }
                  />
                  <Dot colour={colour} />
                  <bdi className="min-w-0 truncate">{name}</bdi>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </section>
  );
}

function Bleeps({ editor, draft, onChange }: Omit<Props, "view">) {
  const { t } = useTranslation("clip");
  const { t: common } = useTranslation("common");
  const heard = heardMasks(draft.masks, draft.pieces);
  const nameOf = ({ participantId }: CutMask) =>
    editor.people.find(({ id }) => id === participantId)?.name ?? common("side.everybody");
  return (
    <div className={SECTION}>
      <h2 className="font-medium">{t("bleep.title")}</h2>
      {draft.masks.length === 0 ? null : (
        <ul className="grid gap-1">
          {draft.masks.map((mask, at) => (
            <li
              key={`${mask.participantId ?? ""} ${mask.t0Ms} ${mask.t1Ms}`}
              className="flex items-center gap-2"
            >
              <span className="min-w-0 grow">
                <span className="font-mono text-xs">{tenths(mask.t0Ms)}</span>{" "}
                <bdi>{nameOf(mask)}</bdi>{" "}
                <span className="text-xs text-ink-muted">
                  {t("bleep.length", { time: ((mask.t1Ms - mask.t0Ms) / 1_000).toFixed(1) })}
                  {heard.includes(mask) ? null : ` · ${t("bleep.isOutside")}`}
                </span>
              </span>
              <IconButton
                icon={X}
                size="small"
                label={t("bleep.remove", { time: tenths(mask.t0Ms) })}
                onClick={() => onChange({ masks: draft.masks.filter((_, n) => n !== at) })}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-ink-muted">
        {t(
          editor.words === null
            ? "bleep.byWords"
            : draft.masks.length === 0
              ? "bleep.none"
              : "bleep.hint",
        )}
      </p>
    </div>
  );
}

/** Whom it reaches, before it does. */
function Audience({ view: { clip, reach }, draft, onChange }: Omit<Props, "editor">) {
  const { t } = useTranslation("clip");
  const id = useId();
  const of = (visibility: string) => reach.find((one) => one.visibility === visibility);
  const chosen = of(draft.visibility);
  const isAsked =
    !clip.mayWiden &&
    draft.visibility !== clip.visibility &&
    AUDIENCES.indexOf(draft.visibility) > AUDIENCES.indexOf(clip.visibility);
  return (
    <div className={SECTION}>
      <label htmlFor={id} className="font-medium">
        {t("field.who")}
      </label>
      <Select
        id={id}
        value={draft.visibility}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            visibility: AUDIENCES.find((one) => one === value) ?? draft.visibility,
          })
        }
        options={AUDIENCES.map((value) => ({
          value,
          label: t("who.withCount", { who: whoOf(t, value, clip), count: of(value)?.people ?? 0 }),
        }))}
      />
      {chosen === undefined ? null : (
        <p className="text-xs text-ink-muted">
          {chosen.outside === 0
            ? t("reach.same")
            : t("reach.outside", {
                count: chosen.outside,
                time: formatDuration(wholeMs(draft.pieces)),
              })}
        </p>
      )}
      {isAsked ? <p className="text-xs text-warn">{t("who.isAsked")}</p> : null}
    </div>
  );
}
