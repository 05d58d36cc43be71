import { Form } from "@remix-run/react";
import { Settings2 } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { useSharedText } from "#app/ui/components/form/use-shared-text.ts";
import { type SharedView, ViewSharing } from "#app/ui/components/form/view-sharing.tsx";
import { ViewNameField } from "#app/ui/components/form/view-name-field.tsx";
import { DeletedView } from "#app/ui/components/layout/deleted-view.tsx";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** A question that was kept, as its page shows it. */
type SavedView = SharedView & {
  id: string;
  name: string;
  /** As the page's address writes it. */
  query: string;
  canChange: boolean;
  version: number;
};
type Props = {
  views: readonly SavedView[];
  /** Those the reader may share a view with. */
  teams: readonly { id: string; name: string }[];
  /** What the page is asked for, as its address writes it. */
  query: string;
  /** Of the page. */
  to: (search: { view: string }) => string;
  bare: string;
  answer: unknown;
};

/** Questions that were kept under a name, and the way to keep this one. Works without script. */
export function SavedViews({ views, teams, query, to, bare, answer }: Props) {
  const { t } = useTranslation("view");
  const sharedText = useSharedText();
  const current = views.find((view) => view.query === query) ?? null;
  const action = query === "" ? bare : `${bare}?${query}`;
  const shared = current === null ? null : sharedText(current);
  return (
    <div className="relative flex flex-wrap items-center gap-x-4 gap-y-1 text-sm" data-print="no">
      {views.length === 0 ? null : (
        <ul aria-label={t("tabs")} className="flex flex-wrap gap-x-4 gap-y-1">
          {views.map((view) => (
            <li key={view.id}>
              <TextLink
                to={to({ view: view.id })}
                title={sharedText(view) ?? undefined}
                {...(view.id === current?.id ? { "aria-current": "true" as const } : {})}
              >
                <bdi className={view.id === current?.id ? "font-strong text-ink" : ""}>
                  {view.name}
                </bdi>
              </TextLink>
            </li>
          ))}
        </ul>
      )}
      {shared === null ? null : <span className="text-xs text-ink-muted">{shared}</span>}
      {current === null ? (
        <ViewForm
          key={query}
          {...{ action, answer, teams }}
          intent="save_view"
          label={t("saveAs")}
          button={t("save")}
          fields={{ query }}
        />
      ) : null}
      {current?.canChange === true ? (
        <ViewForm
          key={current.id}
          {...{ action, answer, teams }}
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
  teams: Props["teams"];
  intent: "save_view" | "change_view";
  label: string;
  button: string;
  start?: SavedView;
  fields: Record<string, string>;
};

function ViewForm(props: FormProps) {
  const { action, answer, teams, intent, label, button, start, fields } = props;
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
        <ViewSharing
          id={`${intent}-sharing`}
          {...{ teams, refusal }}
          {...(start !== undefined && { start })}
        />
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
