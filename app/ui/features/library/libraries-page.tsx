import { Form } from "@remix-run/react";
import type { LibrariesView } from "#app/core/pages/libraries.server.ts";
import { LIBRARY_KINDS } from "#app/core/domain/library/library.schema.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { focusFirstField } from "#app/ui/components/primitive/first-field.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { NEW_LIBRARY, NewLibrary } from "./new-library.tsx";
import { Wishes } from "./wishes.tsx";

type Props = LibrariesView & { answer: unknown };

/** The libraries somebody may read, what waits for their word, and the form that makes one. */
export function LibrariesPage(props: Props) {
  const { kind, q, wishes, adds, ignored, answer } = props;
  const { t } = useTranslation("library");
  return (
    <Page title={t("title")}>
      <IgnoredNote ignored={ignored} />
      {adds === null ? null : <Banner>{t("adding.choose")}</Banner>}
      <Wishes wishes={wishes} answer={answer} />
      <Deleted />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <LinkTabs
          label={t("show")}
          tabs={[null, ...LIBRARY_KINDS].map((one) => ({
            to: paths.libraries({ ...addsQuery(adds), kind: one, q }),
            label: one === null ? t("all") : t(`kindShort.${one}`),
            isCurrent: one === kind,
          }))}
        />
        <ListForm action={paths.libraries()} isSearch look="flex gap-2">
          {kind === null ? null : <input type="hidden" name="kind" value={kind} />}
          {Object.entries(addsQuery(adds)).map(([name, value]) =>
            value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
          )}
          <input
            type="search"
            name="q"
            aria-label={t("search")}
            placeholder={t("search")}
            maxLength={80}
            defaultValue={q}
            className={controlLook({ size: "small", className: "w-48" })}
          />
          <Button type="submit">{t("find")}</Button>
        </ListForm>
      </div>
      <Lines {...props} />
      {props.libraries.length === 0 || adds !== null ? null : (
        <p className="text-xs">
          <TextLink to={paths.librariesFile("csv", { kind, q })} reloadDocument>
            {t("file.libraries")}
          </TextLink>
        </p>
      )}
      <Panel title={t("new.title")}>
        <NewLibrary {...props} />
      </Panel>
    </Page>
  );
}

const addsQuery = (adds: LibrariesView["adds"]) =>
  adds === null
    ? {}
    : { add: adds.callId, clip: adds.clipId, clips: adds.clips, t0: adds.t0, t1: adds.t1 };

function Lines({ libraries, kind, q, adds }: Props) {
  const { t } = useTranslation("library");
  const isFiltered = kind !== null || q !== "";
  return (
    <DataTable
      caption={t("title")}
      columns={[
        t("columns.name"),
        t("columns.kind"),
        { name: t("columns.items"), align: "end" },
        { name: t("columns.followers"), align: "end" },
        { name: t("columns.stale"), align: "end" },
        t("columns.required"),
        t("columns.follow"),
      ]}
      rows={libraries}
      empty={
        <EmptyState
          title={t(isFiltered ? "empty.filtered" : "empty.title")}
          why={t(isFiltered ? "empty.filteredWhy" : adds === null ? "empty.why" : "empty.nowhere")}
          action={
            isFiltered ? (
              <LinkButton to={paths.libraries(addsQuery(adds))}>{t("empty.clear")}</LinkButton>
            ) : (
              <LinkButton
                to={`${paths.libraries(addsQuery(adds))}#${NEW_LIBRARY}`}
                onClick={focusNew}
              >
                {t("empty.make")}
              </LinkButton>
            )
          }
        />
      }
    >
      {(line: LibrariesView["libraries"][number]) => (
        <Row key={line.id}>
          <NameCell
            note={line.description === "" ? t("ownedBy", { name: line.owner }) : line.description}
          >
            <TextLink to={paths.library(line.id, addsQuery(adds))}>{line.name}</TextLink>
          </NameCell>
          <Cell>
            {line.team === null ? t(`kindShort.${line.kind}`) : t("ofTeam", { name: line.team })}
          </Cell>
          <Cell kind="number" label={t("columns.items")}>
            {line.items}
          </Cell>
          <Cell kind="number" label={t("columns.followers")}>
            {line.followers}
          </Cell>
          <Cell kind="number" label={t("columns.stale")}>
            {line.stale}
          </Cell>
          <RequiredCell required={line.required} />
          <Cell>
            {adds === null ? (
              <Form method="post">
                <input type="hidden" name="libraryId" value={line.id} />
                <RowButton
                  intent={line.isFollowed ? "unfollow" : "follow"}
                  tone={line.isFollowed ? "quiet" : "plain"}
                  label={t(line.isFollowed ? "unfollowOf" : "followOf", { name: line.name })}
                >
                  {t(line.isFollowed ? "following" : "follow")}
                </RowButton>
              </Form>
            ) : (
              <LinkButton
                to={paths.library(line.id, addsQuery(adds))}
                aria-label={t("adding.chooseOf", { name: line.name })}
              >
                {t("adding.here")}
              </LinkButton>
            )}
          </Cell>
        </Row>
      )}
    </DataTable>
  );
}

/** Without script the browser goes to the form; with it one can type at once. */
function focusNew() {
  const form = document.getElementById(NEW_LIBRARY);
  if (form !== null) focusFirstField(form);
}

/** The next day on which required viewing of it is due. On a phone an empty cell is left out, its name with it. */
function RequiredCell({ required }: Pick<LibrariesView["libraries"][number], "required">) {
  const { t } = useTranslation("library");
  const { calendarDay } = useFormat();
  if (required === null) return <Cell kind="short" />;
  const day = calendarDay(required.dueOn);
  return (
    <Cell kind="short" label={t("columns.required")}>
      <span suppressHydrationWarning>
        {required.count === 1
          ? t("columns.requiredBy", { day })
          : t("columns.requiredMany", { n: required.count, day })}
      </span>
    </Cell>
  );
}

/** What was deleted just now, with the way back. */
function Deleted() {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation("common");
  const saved = useSaved("delete_library");
  if (saved === null) return null;
  return (
    <Banner isUpdate>
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <span>{t("deleted", { name: saved.facts["name"] ?? "" })}</span>
        <input type="hidden" name="libraryId" value={saved.facts["libraryId"] ?? ""} />
        <FormButton tone="quiet" size="small" name="intent" value="restore_library">
          {common("undo")}
        </FormButton>
      </Form>
    </Banner>
  );
}
