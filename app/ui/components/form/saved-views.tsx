import { Form } from "@remix-run/react";
import { Settings2 } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { ViewNameField } from "#app/ui/components/form/view-name-field.tsx";
import { DeletedView } from "#app/ui/components/layout/deleted-view.tsx";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** A question that was kept, as its page shows it. */
type SavedView = {
  id: string;
  name: string;
  /** As the page's address writes it. */
  query: string;
  isShared: boolean;
  isOwn: boolean;
  owner: string;
  canChange: boolean;
  version: number;
};
type Props = {
  views: readonly SavedView[];
  /** What the page is asked for, as its address writes it. */
  query: string;
  /** Of the page. */
  to: (search: { view: string }) => string;
  bare: string;
  answer: unknown;
};

/** Questions that were kept under a name, and the way to keep this one. Works without script. */
export function SavedViews({ views, query, to, bare, answer }: Props) {
  const { t } = useTranslation("view");
  const current = views.find((view) => view.query === query) ?? null;
  const action = query === "" ? bare : `${bare}?${query}`;
  return (
    <div className="relative flex flex-wrap items-center gap-x-4 gap-y-1 text-sm" data-print="no">
      {views.length === 0 ? null : (
        <ul aria-label={t("tabs")} className="flex flex-wrap gap-x-4 gap-y-1">
          {views.map(({ id, name, isOwn, owner }) => (
            <li key={id}>
              <TextLink
                to={to({ view: id })}
                {...(id === current?.id ? { "aria-current": "true" as const } : {})}
                {...(isOwn ? {} : { title: t("sharedBy", { name: owner }) })}
              >
                <bdi className={id === current?.id ? "font-strong text-ink" : ""}>{name}</bdi>
              </TextLink>
            </li>
          ))}
        </ul>
      )}
      {current === null ? (
        <ViewForm
          key={query}
          {...{ action, answer }}
          intent="save_view"
          label={t("saveAs")}
          button={t("save")}
          fields={{ query }}
        />
      ) : null}
      {current?.canChange === true ? (
        <ViewForm
          key={current.id}
          {...{ action, answer }}
          intent="change_view"
          label={t("settings")}
          button={t("change")}
          start={current}
          fields={{ viewId: current.id, version: String(current.version) }}
        />
      ) : null}
    </div>
  );
}

type FormProps = {
  action: string;
  answer: unknown;
  intent: "save_view" | "change_view";
  label: string;
  button: string;
  start?: SavedView;
  fields: Record<string, string>;
};

function ViewForm({ action, answer, intent, label, button, start, fields }: FormProps) {
  const { t } = useTranslation("view");
  const isMine = start === undefined || sentValue(answer, "viewId") === start.id;
  const refusal = isMine ? refusalOf(answer, intent) : undefined;
  return (
    <Disclosure
      label={label}
      face={
        <span aria-hidden className="inline-flex items-center gap-1.5 text-sm text-ink-soft">
          {start === undefined ? null : <Icon of={Settings2} />}
          {label}
        </span>
      }
      place="wide"
      isOpen={refusal !== undefined}
    >
      <Form method="post" action={action} preventScrollReset className="grid gap-2.5">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ViewNameField
          id={`${intent}-name`}
          refusal={refusal}
          {...(start !== undefined && { start: start.name })}
        />
        <label className="flex min-h-6 items-start gap-1.5 text-sm">
          <Checkbox name="isShared" defaultChecked={start?.isShared ?? false} />
          <span className="pt-0.5">{t("share")}</span>
        </label>
        <FormButton name="intent" value={intent}>
          {button}
        </FormButton>
      </Form>
      {start === undefined ? null : (
        <Form method="post" action={action} preventScrollReset className="mt-3">
          <input type="hidden" name="viewId" value={start.id} />
          <FormButton tone="danger" width="full" name="intent" value="delete_view">
            {t("delete")}
          </FormButton>
        </Form>
      )}
    </Disclosure>
  );
}

/** What became of a view that was saved, changed or deleted. */
export function SavedNote({ bare }: { bare: string }) {
  const { t } = useTranslation("view");
  const [saved, changed, restored] = [
    useSaved("save_view"),
    useSaved("change_view"),
    useSaved("restore_view"),
  ];
  const deleted = useSaved("delete_view")?.facts;
  if (deleted !== undefined) return <DeletedView facts={deleted} action={bare} />;
  const told = saved ?? changed ?? restored;
  const text =
    told === null
      ? null
      : t(
          told === saved
            ? "said.save_view"
            : told === changed
              ? "said.change_view"
              : "said.restore_view",
          { name: told.facts["name"] },
        );
  return (
    <p role="status" className="text-sm text-ink-muted empty:hidden">
      {text}
    </p>
  );
}
