import { Form } from "@remix-run/react";
import type { LibrariesView } from "#app/core/pages/libraries.server.ts";
import { LIBRARY_KINDS, makeLibraryForm } from "#app/core/domain/library/library.schema.ts";
import type { AskedView, LibraryLine } from "#app/core/domain/library/library-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

type Props = LibrariesView & { answer: unknown };

/** The libraries somebody may read, what waits for their word, and the form that makes one. */
export function LibrariesPage(props: Props) {
  const { kind, q, wishes, adds, ignored, answer } = props;
  const { t } = useTranslation("library");
  return (
    <Page title={t("title")}>
      <IgnoredNote ignored={ignored} />
      {adds === null ? null : <Banner>{t("adding.choose")}</Banner>}
      {wishes.length === 0 ? null : (
        <Panel title={t("wish.title")}>
          <ul className="grid gap-3">
            {wishes.map((wish) => (
              <Wish key={wish.itemId} wish={wish} answer={answer} />
            ))}
          </ul>
        </Panel>
      )}
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
            ) : undefined
          }
        />
      }
    >
      {(line: LibraryLine) => (
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

function Wish({
  wish: { itemId, library, by, why, preview },
  answer,
}: {
  wish: AskedView;
  answer: unknown;
}) {
  const { t } = useTranslation("library");
  const people = t("people", { count: preview.shows });
  const isMine = sentValue(answer, "itemId") === itemId;
  const refusal = isMine ? refusalOf(answer, "accept_item") : undefined;
  return (
    <li className="grid gap-2 border-t border-line pt-3 text-sm first:border-t-0 first:pt-0">
      <p>{t("wish.asks", { by, call: preview.source.title, library })}</p>
      {why === "" ? null : <p className="text-ink-soft">{why}</p>}
      <Gains gains={preview.gains} />
      {refusal === undefined ? null : (
        <p role="alert" className="text-danger">
          {t("wish.changed")}
        </p>
      )}
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="itemId" value={itemId} />
        <input type="hidden" name="gives" value={preview.gains.length} />
        <RowButton
          intent="accept_item"
          label={t("wish.acceptOf", { call: preview.source.title, people })}
        >
          {t("wish.accept", { people })}
        </RowButton>
        <RowButton
          intent="decline_item"
          tone="quiet"
          label={t("wish.declineOf", { call: preview.source.title, library })}
        >
          {t("wish.decline")}
        </RowButton>
      </Form>
    </li>
  );
}

const MOST_NAMED = 8;

/** Who can open a call afterwards and cannot now, by name. */
export function Gains({ gains }: { gains: AskedView["preview"]["gains"] }) {
  const { t } = useTranslation("library");
  if (gains.length === 0) return <p className="text-sm text-ink-muted">{t("add.nobodyNew")}</p>;
  const outside = gains.filter(({ isOutsideTeam }) => isOutsideTeam).length;
  return (
    <div className="grid gap-1 text-sm">
      <p>
        {t("add.gains", { count: gains.length })}{" "}
        {outside === 0 ? null : t("add.outside", { count: outside })}
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
        {gains.slice(0, MOST_NAMED).map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {gains.length > MOST_NAMED ? (
          <li>{t("add.more", { count: gains.length - MOST_NAMED })}</li>
        ) : null}
      </ul>
    </div>
  );
}

function NewLibrary({ teams, mayPublish, answer }: Props) {
  const { t } = useTranslation("library");
  const form = useParleyForm(makeLibraryForm, {
    id: "make-library",
    refusal: refusalOf(answer, "make_library"),
    defaultValue: { kind: "personal" },
  });
  const labels = {
    name: t("new.name"),
    description: t("new.description"),
    kind: t("new.kind"),
    teamId: t("new.team"),
  };
  const kinds = LIBRARY_KINDS.filter(
    (kind) => kind === "personal" || (mayPublish && (kind !== "team" || teams.length > 0)),
  );
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={labels} />
      <div className="grid gap-4 desk:grid-cols-2">
        <TextField field={form.fields.name} label={labels.name} maxLength={80} />
        <TextField
          field={form.fields.description}
          label={labels.description}
          maxLength={280}
          isOptional
        />
        <SelectField
          field={form.fields.kind}
          label={labels.kind}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        {teams.length === 0 ? null : (
          <SelectField
            field={form.fields.teamId}
            label={labels.teamId}
            options={[
              { value: "", label: t("new.noTeam") },
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </div>
      <div>
        <FormButton name="intent" value="make_library">
          {t("new.make")}
        </FormButton>
      </div>
    </Form>
  );
}
