import { Form } from "@remix-run/react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import type { ViewingState, ViewingView } from "#app/core/domain/viewing/viewing-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { SavedNote, useSaved } from "#app/ui/components/form/saved.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { RefusalNote } from "./refusal-note.tsx";

type Props = LibraryPageView & { answer: unknown; folder: string | null };
const SECOND_MS = 1_000;
/** By name; the file has them all. */
const MOST_NAMED = 12;
const STATES: readonly ViewingState[] = ["done", "part", "none", "empty"];
const FILL = {
  ...{ done: "bg-ink", part: "bg-ink-muted" },
  ...{ none: "bg-line-strong", empty: "bg-line" },
} as const;

/** What is to be heard by a day: for who is to hear it, and for who leads them how far they are. */
export function Required(props: Props) {
  const { folder, folders, viewings, own, mayRequire, answer } = props;
  // A folder shows its own and what is asked of the whole library.
  const isHere = ({ folderId }: { folderId: string | null }) =>
    folderId === null || folderId === folder || !folders.some(({ id }) => id === folder);
  return (
    <>
      <Ended />
      {own.filter(isHere).map((viewing) => (
        <Own key={viewing.requiredId} {...viewing} />
      ))}
      {viewings.filter(isHere).map((viewing) => (
        <Viewing
          key={viewing.requiredId}
          viewing={viewing}
          libraryId={props.library.id}
          folder={folders.find(({ id }) => id === viewing.folderId)?.name ?? null}
        />
      ))}
      <RefusalNote
        answer={answer}
        intents={["require_viewing", "change_viewing", "end_viewing", "remind_listeners"]}
      />
      {mayRequire && props.listenerChoices.length > 0 ? <RequireForm {...props} /> : null}
    </>
  );
}

function Own({ by, dueOn, folder, heard, total }: Props["own"][number]) {
  const { t } = useTranslation("library");
  const { calendarDay, duration } = useFormat();
  return (
    <Banner>
      <span suppressHydrationWarning>
        {folder === null
          ? t("viewing.own", { by, day: calendarDay(dueOn) })
          : t("viewing.ownFolder", { by, folder, day: calendarDay(dueOn) })}{" "}
        {t("viewing.heard", {
          heard: duration(heard * SECOND_MS),
          total: duration(total * SECOND_MS),
        })}
      </span>
    </Banner>
  );
}

function Ended() {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation("common");
  const saved = useSaved("end_viewing");
  if (saved?.about == null) return null;
  return (
    <Banner isUpdate>
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <span>{t("viewing.ended")}</span>
        <input type="hidden" name="requiredId" value={saved.about} />
        <FormButton tone="quiet" size="small" name="intent" value="restore_viewing">
          {common("undo")}
        </FormButton>
      </Form>
    </Banner>
  );
}

type ViewingProps = { viewing: ViewingView; libraryId: string; folder: string | null };

function Viewing({ viewing, libraryId, folder }: ViewingProps) {
  const { t } = useTranslation("library");
  const { calendarDay, duration, isPastDay } = useFormat();
  const { requiredId, name, people, dueOn, includesLater, by } = viewing;
  const count = (state: ViewingState) => people.filter((one) => one.state === state).length;
  const waiting = people.filter(({ state }) => state === "part" || state === "none");
  const day = calendarDay(dueOn);
  const title =
    folder === null
      ? t("viewing.title", { name, day })
      : t("viewing.titleFolder", { name, folder, day });
  return (
    <section
      aria-label={title}
      className="grid gap-3 rounded-panel border border-line bg-surface-raised px-4 py-3"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="grid min-w-0 grow gap-2">
          <h3 className="text-base font-strong wrap-anywhere" suppressHydrationWarning>
            {title}
          </h3>
          <div
            className="flex h-1.5 max-w-[26rem] gap-0.5 overflow-hidden rounded-full"
            aria-hidden
          >
            {STATES.map((state) =>
              count(state) === 0 ? null : (
                <span
                  key={state}
                  className={FILL[state]}
                  style={{ flexGrow: count(state), flexBasis: 0 }}
                />
              ),
            )}
          </div>
          <p className="text-xs text-ink-muted" suppressHydrationWarning>
            {STATES.filter((state) => state !== "empty" || count(state) > 0)
              .map((state) => t(`viewing.count.${state}`, { count: count(state) }))
              .join(" · ")}
            {isPastDay(dueOn) && waiting.length > 0 ? ` · ${t("viewing.late")}` : null}
            {` · ${t("viewing.by", { by })}`}
            {includesLater ? ` · ${t("viewing.later")}` : null}
          </p>
          <SavedNote intent="remind_listeners">
            {({ facts }) => t("viewing.reminded", { people: facts["people"] ?? "0" })}
          </SavedNote>
        </div>
        <Form method="post" className="flex flex-wrap items-center gap-2">
          <input type="hidden" name="requiredId" value={requiredId} />
          {waiting.length === 0 ? null : (
            <RowButton
              intent="remind_listeners"
              label={t("viewing.remind", { count: waiting.length })}
            >
              {t("viewing.remind", { count: waiting.length })}
            </RowButton>
          )}
          <RowButton intent="end_viewing" tone="quiet" label={t("viewing.endOf", { name })}>
            {t("viewing.end")}
          </RowButton>
        </Form>
      </div>
      {waiting.length === 0 ? null : (
        <ul className="flex flex-wrap gap-x-6 gap-y-1.5 border-t border-line pt-3 text-xs">
          {waiting.slice(0, MOST_NAMED).map((person) => (
            <li key={person.memberId} className="flex items-center gap-2">
              <Face name={person.name} />
              <bdi>{person.name}</bdi>
              <span className="font-mono">
                {t("viewing.of", {
                  heard: duration(person.heard * SECOND_MS),
                  total: duration(person.total * SECOND_MS),
                })}
              </span>
            </li>
          ))}
          {waiting.length > MOST_NAMED ? (
            <li className="self-center text-ink-muted">
              {t("add.more", { count: waiting.length - MOST_NAMED })}
            </li>
          ) : null}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {waiting.length === 0 ? null : (
          <TextLink to={paths.libraryWaiting(libraryId, requiredId)} reloadDocument>
            {t("viewing.csv")}
          </TextLink>
        )}
        <details className="text-sm">
          <summary className="cursor-pointer">{t("viewing.change")}</summary>
          <Form method="post" className="mt-2 flex flex-wrap items-end gap-2">
            <input type="hidden" name="requiredId" value={requiredId} />
            <DayField id={`due-${requiredId}`} day={dueOn} />
            <FormButton tone="plain" size="small" name="intent" value="change_viewing">
              {t("viewing.save")}
            </FormButton>
          </Form>
        </details>
      </div>
    </section>
  );
}

function DayField({ id, day }: { id: string; day?: string }) {
  const { t } = useTranslation("library");
  return (
    <label className="grid gap-1 text-xs font-medium" htmlFor={id}>
      {t("viewing.due")}
      <input
        id={id}
        name="dueOn"
        type="date"
        required
        defaultValue={day}
        className={controlLook({ size: "small", className: "w-36" })}
      />
    </label>
  );
}

function RequireForm({ folder, folders, listenerChoices, viewings }: Props) {
  const { t } = useTranslation("library");
  return (
    // Once it is set, it is closed.
    <details key={viewings.length} className="text-sm">
      <summary className="cursor-pointer font-medium">{t("viewing.new")}</summary>
      <Form
        method="post"
        className="mt-2 grid gap-3 rounded-panel border border-line bg-surface-raised p-4"
      >
        <p className="text-xs text-ink-muted">{t("viewing.note")}</p>
        <div className="flex flex-wrap items-end gap-3">
          <label className="grid gap-1 text-xs font-medium" htmlFor="viewing-grantee">
            {t("viewing.who")}
            <Select
              id="viewing-grantee"
              name="grantee"
              width="hug"
              options={listenerChoices.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </label>
          {folders.length === 0 ? null : (
            <label className="grid gap-1 text-xs font-medium" htmlFor="viewing-folder">
              {t("viewing.what")}
              <Select
                id="viewing-folder"
                name="folderId"
                width="hug"
                defaultValue={folders.some(({ id }) => id === folder) ? (folder ?? "") : ""}
                options={[
                  { value: "", label: t("folders.all") },
                  ...folders.map(({ id, path }) => ({ value: id, label: path })),
                ]}
              />
            </label>
          )}
          <DayField id="viewing-due" />
        </div>
        <label className="flex items-center gap-2 text-sm" htmlFor="viewing-later">
          <input id="viewing-later" type="checkbox" name="includesLater" value="on" />
          {t("viewing.laterToo")}
        </label>
        <div>
          <FormButton tone="plain" name="intent" value="require_viewing">
            {t("viewing.set")}
          </FormButton>
        </div>
      </Form>
    </details>
  );
}
