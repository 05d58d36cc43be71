import { Form } from "@remix-run/react";
import { Settings2 } from "lucide-react";
import type { ListSettings } from "#app/core/domain/account/list-settings.ts";
import { PACES, type ViewRef } from "#app/core/domain/view/view-views.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { keptSearch } from "#app/core/pages/recordings-search.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { listSearch } from "./list-url.ts";
import { useSharedText } from "#app/ui/components/form/use-shared-text.ts";
import { ViewSharing } from "#app/ui/components/form/view-sharing.tsx";
import { ViewNameField } from "#app/ui/components/form/view-name-field.tsx";

type Props = {
  query: RecordingsQuery;
  look: ListSettings;
  /** Those the reader may share a view with. */
  viewTeams: PersonRef[];
  /** The view the list stands on. */
  open: ViewRef | null;
  answer: unknown;
};

/** Beside the tabs: what was changed, where it is kept, and what else can be done with the view. */
export function ViewActions({ query, look, viewTeams: teams, open, answer }: Props) {
  const { t } = useTranslation("view");
  const kept = keptSearch(query);
  const isChanged = open !== null && query.view !== null && query.view.query !== kept;
  const action = paths.recordings(listSearch(query));
  return (
    <>
      {isChanged ? <span className="text-xs text-ink-muted">{t("changed")}</span> : null}
      {isChanged && open.canChange ? (
        <Form method="post" action={action} preventScrollReset>
          <input type="hidden" name="viewId" value={open.id} />
          <input type="hidden" name="query" value={kept} />
          <input type="hidden" name="version" value={open.version} />
          <FormButton tone="quiet" size="small" name="intent" value="update_view">
            {t("saveTo")}
          </FormButton>
        </Form>
      ) : null}
      <SaveAs key={`as-${open?.id ?? ""}-${kept}`} {...{ action, teams, answer }} query={kept} />
      <ViewMenu key={open?.id ?? ""} {...{ action, look, teams, open, answer }} />
    </>
  );
}

const FACE = "inline-flex items-center gap-1.5 px-1.5 text-sm text-ink";

type SaveProps = { action: string; query: string; teams: PersonRef[]; answer: unknown };

function SaveAs({ action, query, teams, answer }: SaveProps) {
  const { t } = useTranslation("view");
  const refusal = refusalOf(answer, "save_view");
  return (
    <Disclosure
      label={t("saveAs")}
      face={
        <span aria-hidden className={FACE}>
          {t("saveAs")}
        </span>
      }
      place="tools"
      isOpen={refusal !== undefined}
    >
      <Form method="post" action={action} preventScrollReset className="grid gap-2.5">
        <input type="hidden" name="query" value={query} />
        <ViewNameField id="save-view" refusal={refusal} />
        <ViewSharing id="save-view-sharing" {...{ teams, refusal }} />
        <FormButton name="intent" value="save_view">
          {t("save")}
        </FormButton>
      </Form>
    </Disclosure>
  );
}

type MenuProps = {
  action: string;
  look: ListSettings;
  teams: PersonRef[];
  open: ViewRef | null;
  answer: unknown;
};

/** What can be done with the view that is open, or with the list that opens by itself. */
function ViewMenu({ action, look, teams, open, answer }: MenuProps) {
  const { t } = useTranslation("view");
  const sharedText = useSharedText();
  const shared = open === null ? null : sharedText(open);
  const isMine = sentValue(answer, "viewId") === open?.id;
  const refusal = isMine ? refusalOf(answer, "change_view") : undefined;
  const isDefault = open === null ? look.viewId === null : look.viewId === open.id;
  if (open === null && isDefault) return null;
  return (
    <Disclosure
      label={t("settings")}
      face={
        <span aria-hidden className={FACE}>
          <Icon of={Settings2} />
          {t("settings")}
        </span>
      }
      place="tools"
      isOpen={refusal !== undefined}
    >
      <div className="grid gap-3.5">
        {open?.canChange === true ? (
          <Form method="post" action={action} preventScrollReset className="grid gap-2.5">
            <input type="hidden" name="viewId" value={open.id} />
            <input type="hidden" name="version" value={open.version} />
            <ViewNameField id="change-view" refusal={refusal} start={open.name} />
            <ViewSharing id="change-view-sharing" {...{ teams, refusal }} start={open} />
            <FormButton tone="plain" name="intent" value="change_view">
              {t("change")}
            </FormButton>
          </Form>
        ) : null}
        {shared === null ? null : <p className="text-xs text-ink-muted">{shared}</p>}
        <Form method="post" action={action} preventScrollReset>
          <input type="hidden" name="viewId" value={isDefault ? "" : (open?.id ?? "")} />
          <FormButton tone="plain" width="full" name="intent" value="default_view">
            {t(open === null ? "defaultAll" : isDefault ? "defaultOff" : "defaultOn")}
          </FormButton>
        </Form>
        {open === null ? null : (
          <Form method="post" action={action} preventScrollReset className="grid gap-2">
            <input type="hidden" name="viewId" value={open.id} />
            <label className="grid gap-1 text-xs text-ink-muted">
              {t("digest.label")}
              <Select
                name="pace"
                size="small"
                defaultValue={open.pace}
                options={PACES.map((pace) => ({ value: pace, label: t(`digest.${pace}`) }))}
              />
            </label>
            <FormButton tone="plain" name="intent" value="follow_view">
              {t("digest.save")}
            </FormButton>
          </Form>
        )}
        {open?.canChange === true ? (
          <Form method="post" action={action} preventScrollReset>
            <input type="hidden" name="viewId" value={open.id} />
            <FormButton tone="danger" width="full" name="intent" value="delete_view">
              {t("delete")}
            </FormButton>
          </Form>
        ) : null}
      </div>
    </Disclosure>
  );
}
