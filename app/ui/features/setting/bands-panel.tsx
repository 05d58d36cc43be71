import { Form } from "@remix-run/react";
import { useId } from "react";
import {
  BAND_UNIT,
  type BandRow,
  type BandSettings,
  WATCHED,
  type WrittenBand,
} from "#app/core/domain/metrics/band-fields.ts";
import { bandField, bandsForm } from "#app/core/domain/metrics/bands.schema.ts";
import { TALK_KINDS } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { NowValues } from "#app/ui/features/forms/now-values.tsx";

type Props = { settings: BandSettings; answer: unknown };

/** What the numbers of a call are held against, one kind of talk at a time. */
export function BandsPanel({ settings, answer }: Props) {
  const { t } = useTranslation("bands");
  const { kind } = settings;
  return (
    <Panel title={t("title")}>
      <p className="mb-4 max-w-prose text-sm text-ink-muted">{t("note")}</p>
      <Segments
        label={t("kind")}
        segments={TALK_KINDS.map((one) => ({
          to: paths.settingBands({ kind: one }),
          label: t(`talk.${one}`),
          isCurrent: one === kind,
        }))}
      />
      <BandsOfKind key={kind} settings={settings} answer={answer} />
    </Panel>
  );
}

function BandsOfKind({ settings: { kind, rows, version }, answer }: Props) {
  const { t } = useTranslation("bands");
  const { t: setting } = useTranslation("setting");
  const fields = useBandFields(rows);
  const form = useParleyForm(bandsForm, {
    id: `bands-${kind}`,
    version,
    refusal: refusalOf(answer, "talk_bands", "our_band"),
    defaultValue: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  });
  const shown: Record<string, FormField> = form.fields;
  return (
    <>
      <Form method="post" {...form.props} className="mt-4 grid max-w-3xl gap-4">
        <ErrorSummary
          form={{ ...form, fields: shown }}
          labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
        />
        <NowValues
          result={form.refusal}
          values={fields.map(({ name, label, value }) => ({ name, label, value, shown: value }))}
        />
        <p className="max-w-prose text-sm text-ink-muted">{t("how")}</p>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="kind" value={kind} />
        <div className="divide-y divide-line border-y border-line">
          {rows.map((row) => (
            <BandLine key={row.key} row={row} fields={shown} backForm={backId(row)} />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <FormButton name="intent" value="talk_bands">
            {setting("save")}
          </FormButton>
          <SavedNote intent="talk_bands" />
          <SavedNote intent="our_band" />
        </div>
      </Form>
      {/* A form cannot hold another: the buttons of the lines send these. */}
      {rows.flatMap((row) =>
        row.isOurs
          ? []
          : [
              <Form key={row.key} id={backId(row)} method="post">
                <input type="hidden" name="version" value={version} />
                <input type="hidden" name="kind" value={kind} />
                <input type="hidden" name="key" value={row.key} />
              </Form>,
            ],
      )}
    </>
  );
}

const backId = ({ key }: BandRow): string => `our-${key}`;

/** One metric: its name, whose range it has, and the bounds. */
function BandLine({
  row: { key, isOurs, ours },
  fields,
  backForm,
}: {
  row: BandRow;
  fields: Record<string, FormField>;
  backForm: string;
}) {
  const { t } = useTranslation("bands");
  const { t: metrics } = useTranslation("metrics");
  const id = useId();
  const oursIs = t("oursIs", { range: useWritten(ours) });
  const name = t("named", { name: metrics(`name.${key}`), unit: t(`unit.${BAND_UNIT[key].unit}`) });
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="grid content-start justify-items-start gap-1">
        <p id={id} className="text-sm font-medium">
          {name}
        </p>
        {isOurs ? (
          <Tag>{t("ours")}</Tag>
        ) : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-muted">
            {oursIs}
            <FormButton
              tone="plain"
              size="small"
              form={backForm}
              name="intent"
              value="our_band"
              aria-label={t("backOf", { name })}
            >
              {t("back")}
            </FormButton>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        {boundsOf(key).map(({ bound, field }) => {
          const found = fields[field];
          return found === undefined ? null : (
            <div key={field} className="w-28">
              <TextField field={found} label={t(bound)} inputMode="decimal" maxLength={20} isMono />
            </div>
          );
        })}
      </div>
    </div>
  );
}

type Bound = keyof WrittenBand;
const boundsOf = (key: BandRow["key"]): { bound: Bound; field: string }[] => [
  { bound: "from", field: bandField(key, "from") },
  { bound: "to", field: bandField(key, "to") },
  ...(key === WATCHED ? [{ bound: "watchTo" as const, field: bandField(key, "watch") }] : []),
];

/** Every field of the form, with the name that the summary of what needs correcting gives it. */
function useBandFields(rows: readonly BandRow[]) {
  const { t } = useTranslation("bands");
  const { t: metrics } = useTranslation("metrics");
  return rows.flatMap(({ key, shown }) =>
    boundsOf(key).map(({ bound, field: name }) => ({
      ...{ name, value: shown[bound] },
      label: t("fieldOf", { name: metrics(`name.${key}`), bound: t(bound) }),
    })),
  );
}

/** A range as a sentence has it. */
function useWritten({ from, to, watchTo }: WrittenBand): string {
  const { t } = useTranslation("bands");
  const range =
    from === "" && to === ""
      ? t("range.none")
      : from === ""
        ? t("range.most", { to })
        : to === ""
          ? t("range.least", { from })
          : t("range.both", { from, to });
  return watchTo === "" ? range : t("watched", { range, watchTo });
}
