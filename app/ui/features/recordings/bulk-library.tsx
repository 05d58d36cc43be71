import { useId, useState } from "react";
import type { AudienceOfMany } from "#app/core/domain/library/library-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { type Asked, BulkQuestion } from "./bulk-question.tsx";
import { useBulkChoices } from "./use-bulk-choices.ts";

const FIELD = "grid gap-1 text-xs text-ink-muted";
const MOST_NAMED = 12;

type Props = Asked & {
  /** Who would gain access; null where it could not be read. */
  onLook: (libraryId: string) => Promise<AudienceOfMany | null>;
  onAnswer: (fields: Record<string, string>) => Promise<boolean>;
};
type Looked = { libraryId: string; audience: AudienceOfMany | null } | null;

/** Into which library the selected calls go; says who gains access before anything is given. */
export function LibraryQuestion({ onLook, onAnswer, ...asked }: Props) {
  const { t } = useTranslation("question");
  const choices = useBulkChoices();
  const { data } = choices;
  const [libraryId, setLibraryId] = useState("");
  const [folderId, setFolderId] = useState("");
  const [looked, setLooked] = useState<Looked>(null);
  const id = useId();
  const libraries = data?.libraries ?? [];
  const folders = libraries.find((one) => one.id === libraryId)?.folders ?? [];
  const isRead = looked !== null && looked.libraryId === libraryId;
  const audience = isRead ? looked.audience : null;
  const look = async (of: string) => {
    setLooked(null);
    if (of !== "") setLooked({ libraryId: of, audience: await onLook(of) });
  };
  const gives = audience?.gains.length ?? 0;
  const submit = async () => {
    if (audience === null || audience.count === 0) return;
    const isTaken = await onAnswer({ libraryId, folderId, gives: String(gives) });
    // The refusal may be that others would gain access by now: they are shown.
    if (!isTaken) setLooked({ libraryId, audience: await onLook(libraryId) });
  };
  return (
    <BulkQuestion
      {...asked}
      choices={choices}
      title={asked.n === null ? t("library.titleAll") : t("library.title", { count: asked.n })}
      submit={gives === 0 ? t("library.submit") : t("library.give", { count: gives })}
      disabledReason={
        libraryId === ""
          ? t("library.choose")
          : audience === null
            ? t(isRead ? "library.unread" : "library.looking")
            : audience.count === 0
              ? t("library.nothing")
              : undefined
      }
      onSubmit={() => void submit()}
    >
      {data !== undefined && libraries.length === 0 ? (
        <p className="text-sm">
          {t("library.none")}{" "}
          <TextLink to={paths.libraries()} tone="sentence">
            {t("library.make")}
          </TextLink>
        </p>
      ) : (
        <label htmlFor={`${id}l`} className={FIELD}>
          {t("library.which")}
          <Select
            id={`${id}l`}
            required
            value={libraryId}
            onChange={({ currentTarget: { value } }) => {
              setLibraryId(value);
              setFolderId("");
              void look(value);
            }}
            options={[
              { value: "", label: t("library.choose") },
              ...libraries.map((one) => ({ value: one.id, label: one.name })),
            ]}
          />
        </label>
      )}
      {folders.length === 0 ? null : (
        <label htmlFor={`${id}f`} className={FIELD}>
          {t("library.folder")}
          <Select
            id={`${id}f`}
            value={folderId}
            onChange={({ currentTarget }) => setFolderId(currentTarget.value)}
            options={[
              { value: "", label: t("library.noFolder") },
              ...folders.map((one) => ({ value: one.id, label: one.path })),
            ]}
          />
        </label>
      )}
      {libraryId === "" ? null : (
        <div role="status" className="grid gap-2 text-sm">
          {!isRead ? (
            <p className="text-ink-muted">{t("library.looking")}</p>
          ) : audience === null ? (
            <div className="flex flex-wrap items-center gap-2">
              {asked.refusal === null ? <p>{t("library.unread")}</p> : null}
              <Button size="small" onClick={() => void look(libraryId)}>
                {t("library.again")}
              </Button>
            </div>
          ) : (
            <Audience {...audience} />
          )}
        </div>
      )}
    </BulkQuestion>
  );
}

function Audience({ count, there, gains, asks }: AudienceOfMany) {
  const { t } = useTranslation("question");
  return (
    <>
      <p>
        {count === 0 ? t("library.nothing") : t("library.new", { count })}{" "}
        {there === 0 || count === 0 ? null : (
          <span className="text-ink-muted">{t("library.there", { count: there })}</span>
        )}
      </p>
      {asks === 0 ? null : <p>{t("library.asks", { count: asks })}</p>}
      {gains.length === 0 ? (
        count === asks ? null : (
          <p className="text-ink-muted">{t("library.nobody")}</p>
        )
      ) : (
        <>
          <p className="font-medium">{t("library.gains", { count: gains.length })}</p>
          <ul className="flex max-h-32 flex-wrap gap-x-4 gap-y-1 overflow-y-auto text-ink-soft">
            {gains.slice(0, MOST_NAMED).map((one) => (
              <li key={one.id}>
                <bdi>{one.name}</bdi>
              </li>
            ))}
            {gains.length > MOST_NAMED ? (
              <li>{t("library.more", { count: gains.length - MOST_NAMED })}</li>
            ) : null}
          </ul>
          <p className="text-xs text-ink-muted">{t("library.ends")}</p>
        </>
      )}
    </>
  );
}
