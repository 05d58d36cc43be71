import type { ReactNode } from "react";
import type { OutputItem } from "#app/core/domain/summary/output.ts";
import type { SummarySectionView } from "#app/core/domain/summary/summary-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Props = {
  item: OutputItem;
  section: SummarySectionView | undefined;
  people: readonly { id: string; name: string }[];
  onChange: (item: OutputItem) => void;
};

/** The fields of one item, by its type. */
export function ItemFields({ item, section, people, onChange }: Props) {
  const { t } = useTranslation("runs");
  switch (item.type) {
    case "text":
    case "bullets":
      return (
        <Area
          label={t("text")}
          value={item.value.text}
          onChange={(text) => onChange({ ...item, value: { text } })}
        />
      );
    case "checklist": {
      const set = (more: Partial<typeof item.value>) =>
        onChange({ ...item, value: { ...item.value, ...more } });
      return (
        <>
          <Area label={t("task")} value={item.value.task} onChange={(task) => set({ task })} />
          <Choice
            label={t("owner")}
            value={item.value.owner ?? ""}
            options={[
              { value: "", label: t("nobody") },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(owner) => set({ owner: owner || null, ownerSide: null, isBoth: false })}
          />
          <Line
            label={t("due")}
            type="date"
            value={item.value.due ?? ""}
            onChange={(due) => set({ due: due || null, dueTime: null, duePhrase: null })}
          />
        </>
      );
    }
    case "enum":
      return (
        <Choice
          label={t("option")}
          value={item.value.option}
          options={withOwn(section?.options ?? [], item.value.option)}
          onChange={(option) => onChange({ ...item, value: { option } })}
        />
      );
    case "multi_enum":
      return (
        <fieldset className="grid gap-1">
          <legend className="text-sm font-medium">{t("options")}</legend>
          {withOwn(section?.options ?? [], ...item.value.options).map(({ value }) => (
            <label key={value} className="flex min-h-6 items-center gap-1.5 text-sm">
              <Checkbox
                checked={item.value.options.includes(value)}
                onChange={() => {
                  const { options } = item.value;
                  const rest = options.filter((one) => one !== value);
                  onChange({
                    ...item,
                    value: { options: rest.length < options.length ? rest : [...options, value] },
                  });
                }}
              />
              {value}
            </label>
          ))}
        </fieldset>
      );
    case "number":
      return (
        <>
          <Line
            label={t("number")}
            type="number"
            value={String(item.value.number)}
            onChange={(number) =>
              onChange({ ...item, value: { number: Number(number), unit: item.value.unit } })
            }
          />
          <Line
            label={t("unit")}
            value={item.value.unit}
            onChange={(unit) => onChange({ ...item, value: { number: item.value.number, unit } })}
          />
        </>
      );
    case "money":
      return (
        <>
          <Line
            label={t("amount")}
            type="number"
            value={String(item.value.amount)}
            onChange={(amount) =>
              onChange({
                ...item,
                value: { amount: Number(amount), currency: item.value.currency },
              })
            }
          />
          <Line
            label={t("currency")}
            value={item.value.currency}
            onChange={(currency) =>
              onChange({
                ...item,
                value: { amount: item.value.amount, currency: currency.toUpperCase() },
              })
            }
          />
        </>
      );
    case "date":
      return (
        <Line
          label={t("date")}
          type="date"
          value={item.value.date}
          onChange={(date) =>
            onChange({ ...item, value: { date, time: null, phrase: "", isExact: true } })
          }
        />
      );
    case "boolean":
      return (
        <Choice
          label={t("answer")}
          value={String(item.value.is)}
          options={[
            { value: "true", label: t("yes") },
            { value: "false", label: t("no") },
            { value: "null", label: t("open") },
          ]}
          onChange={(is) =>
            onChange({ ...item, value: { is: is === "null" ? null : is === "true" } })
          }
        />
      );
    case "person":
      return (
        <Line
          label={t("person")}
          value={item.value.name}
          onChange={(name) =>
            onChange({ ...item, value: { name, participantId: null, contactId: null } })
          }
        />
      );
    case "url":
      return (
        <Line
          label={t("url")}
          type="url"
          value={item.value.url}
          onChange={(url) => onChange({ ...item, value: { url } })}
        />
      );
    case "table":
      return item.value.cells.map((cell, at) => (
        <Line
          key={at}
          label={section?.columns[at] ?? t("text")}
          value={cell ?? ""}
          onChange={(text) =>
            onChange({
              ...item,
              value: { cells: item.value.cells.map((one, n) => (n === at ? text || null : one)) },
            })
          }
        />
      ));
  }
}

const withOwn = (options: readonly string[], ...own: string[]) =>
  [...new Set([...options, ...own])].filter(Boolean).map((value) => ({ value, label: value }));

type FieldProps = { label: string; value: string; onChange: (value: string) => void };

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="grid gap-1 text-sm font-medium">
    {label}
    {children}
  </label>
);

const Area = ({ label, value, onChange }: FieldProps) => (
  <Labelled label={label}>
    <textarea
      className={controlLook({ className: "w-full py-2 font-normal" })}
      rows={3}
      maxLength={4_000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Labelled>
);

const Line = ({ label, value, type = "text", onChange }: FieldProps & { type?: string }) => (
  <Labelled label={label}>
    <input
      className={controlLook({ className: "w-full font-normal" })}
      type={type}
      step={type === "number" ? "any" : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Labelled>
);

const Choice = ({
  label,
  value,
  options,
  onChange,
}: FieldProps & { options: { value: string; label: string }[] }) => (
  <Labelled label={label}>
    <Select
      value={value}
      options={options}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Labelled>
);
