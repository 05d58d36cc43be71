import { Form } from "@remix-run/react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import { addClipsForm, addItemForm } from "#app/core/domain/library/library.schema.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { Gains } from "./libraries-page.tsx";

type Props = LibraryPageView & { answer: unknown };

/** Finds a call or a clip to add; once it is chosen, says who gains access before anything is given. */
export function AddPanel(props: Props) {
  const { library, found, q, preview, many } = props;
  const { t } = useTranslation("library");
  if (many !== null)
    return (
      <Panel title={t("many.title", { count: many.count + many.there })}>
        <Many {...props} many={many} />
      </Panel>
    );
  if (preview !== null)
    return (
      <Panel title={t("add.panel", { title: preview.source.title })}>
        <Chosen key={preview.source.id} {...props} preview={preview} />
      </Panel>
    );
  return (
    <Panel title={t("add.title")}>
      <ListForm action={paths.library(library.id)} isSearch look="flex flex-wrap gap-2">
        <input
          type="search"
          name="q"
          aria-label={t("add.search")}
          placeholder={t("add.search")}
          maxLength={120}
          defaultValue={q}
          className={controlLook({ size: "small", className: "w-60" })}
        />
        <Button type="submit">{t("add.find")}</Button>
      </ListForm>
      {found === null ? null : found.length === 0 ? (
        <p className="mt-3 text-sm text-ink-muted">{t("add.none")}</p>
      ) : (
        <ul className="mt-3 divide-y divide-line text-sm">
          {found.map(({ kind, id, title }) => (
            <li key={id} className="flex items-center gap-3 py-1.5">
              <bdi className="min-w-0 grow wrap-anywhere">{title}</bdi>
              <span className="text-xs text-ink-muted">{t(`item.${kind}.name`)}</span>
              <TextLink
                to={paths.library(library.id, { [kind === "clip" ? "clip" : "add"]: id })}
                aria-label={t("add.chooseOf", { title })}
              >
                {t("add.choose")}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Chosen({
  library,
  folders,
  adds,
  preview,
  answer,
}: Props & { preview: NonNullable<Props["preview"]> }) {
  const { t } = useTranslation("library");
  const { duration } = useFormat();
  const { source, shows, gains, mayGive, isOwn, isThere, clips } = preview;
  const isClip = source.kind === "clip";
  const form = useParleyForm(addItemForm, {
    id: "add-item",
    refusal: refusalOf(answer, "add_item", "ask_item"),
    defaultValue: {},
  });
  const people = t("people", { count: shows });
  const facts = { time: duration(source.durationMs), owner: source.owner.name };
  const isAsking = gains.length > 0 && !mayGive;
  const seconds = (ms: number | null | undefined) => (ms == null ? "" : Math.floor(ms / 1000));
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-muted">
        {source.team === null
          ? t(`add.${source.kind}.facts`, facts)
          : t(`add.${source.kind}.factsTeam`, { ...facts, team: source.team })}
      </p>
      <p className="text-lg leading-snug font-strong text-balance">{t("add.shows", { people })}</p>
      <Gains gains={gains} />
      {gains.length === 0 && !isClip ? null : (
        <p className="text-xs text-ink-muted">{t(`add.${source.kind}.ends`)}</p>
      )}
      {isAsking ? (
        <p className="text-sm">{t(`add.${source.kind}.mayNot`, { owner: source.approver.name })}</p>
      ) : null}
      {isThere ? (
        <p role="status" className="text-sm text-warn">
          {t("add.there")}
        </p>
      ) : null}
      {isClip ? null : (
        <Part
          libraryId={library.id}
          callId={source.id}
          from={seconds(adds?.t0)}
          to={seconds(adds?.t1)}
        />
      )}
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary
          form={form}
          labels={{
            why: t("add.why"),
            folderId: t("add.folder"),
            callId: source.title,
            t1Ms: t("add.to"),
            gives: t("add.gains", { count: gains.length }),
          }}
        />
        <input type="hidden" name={isClip ? "clipId" : "callId"} value={source.id} />
        <input type="hidden" name="t0Ms" value={adds?.t0 ?? ""} />
        <input type="hidden" name="t1Ms" value={adds?.t1 ?? ""} />
        <input type="hidden" name="gives" value={gains.length} />
        <div className="grid gap-4 desk:grid-cols-2">
          <TextField
            field={form.fields.why}
            label={t("add.why")}
            hint={t("add.whyHint")}
            maxLength={280}
            isOptional
          />
          <FolderField folders={folders} field={form.fields.folderId} />
        </div>
        <div className="flex flex-wrap gap-2">
          {isAsking ? null : (
            <FormButton name="intent" value="add_item">
              {gains.length === 0 ? t("add.plain") : t("add.give", { people })}
            </FormButton>
          )}
          {gains.length === 0 || isOwn ? null : (
            <FormButton tone={isAsking ? "primary" : "plain"} name="intent" value="ask_item">
              {t("add.ask", { name: source.approver.name })}
            </FormButton>
          )}
          <LinkButton to={paths.library(library.id)}>{t("add.cancel")}</LinkButton>
        </div>
      </Form>
      {isClip || gains.length === 0 ? null : (
        <Instead libraryId={library.id} callId={source.id} clips={clips} />
      )}
    </div>
  );
}

/** Several clips: who gains access by them is named before anything is given. */
function Many({
  library,
  folders,
  adds,
  many,
  answer,
}: Props & { many: NonNullable<Props["many"]> }) {
  const { t } = useTranslation("library");
  const { count, there, gains, asks } = many;
  const form = useParleyForm(addClipsForm, {
    id: "add-clips",
    refusal: refusalOf(answer, "add_clips"),
    defaultValue: {},
  });
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary
        form={form}
        labels={{
          folderId: t("add.folder"),
          clipIds: t("many.title", { count }),
          gives: t("many.gains", { count: gains.length }),
        }}
      />
      <p className="text-sm">
        {count === 0 ? t("many.nothing") : t("many.new", { count })}{" "}
        {count === 0 || there === 0 ? null : t("many.there", { count: there })}
      </p>
      {asks === 0 ? null : <p className="text-sm">{t("many.asks", { count: asks })}</p>}
      {gains.length === 0 ? (
        count === asks ? null : (
          <p className="text-sm text-ink-muted">{t("many.nobody")}</p>
        )
      ) : (
        <div className="grid gap-1 text-sm">
          <p className="font-medium">{t("many.gains", { count: gains.length })}</p>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft">
            {gains.map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          <p className="text-xs text-ink-muted">{t("add.clip.ends")}</p>
        </div>
      )}
      <input type="hidden" name="clipIds" value={adds?.clips ?? ""} />
      <input type="hidden" name="gives" value={gains.length} />
      <FolderField folders={folders} field={form.fields.folderId} />
      <div className="flex flex-wrap gap-2">
        {count === 0 ? null : (
          <FormButton name="intent" value="add_clips">
            {gains.length === 0 ? t("many.plain") : t("many.give", { count: gains.length })}
          </FormButton>
        )}
        <LinkButton to={paths.library(library.id)}>{t("add.cancel")}</LinkButton>
      </div>
    </Form>
  );
}

/** Into which folder; nothing where there is none. */
function FolderField({ folders, field }: { folders: Props["folders"]; field: FormField }) {
  const { t } = useTranslation("library");
  if (folders.length === 0) return null;
  return (
    <SelectField
      field={field}
      label={t("add.folder")}
      options={[
        { value: "", label: t("folders.none") },
        ...folders.map(({ id, path }) => ({ value: id, label: path })),
      ]}
    />
  );
}

/** A clip shows as much of a call as it holds, and gives nobody the rest. */
function Instead({
  libraryId,
  callId,
  clips,
}: {
  libraryId: string;
  callId: string;
  clips: NonNullable<Props["preview"]>["clips"];
}) {
  const { t } = useTranslation("library");
  return (
    <div className="grid gap-1 border-t border-line pt-3 text-sm">
      <p>{t("add.instead")}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {clips.map(({ id, title }) => (
          <li key={id}>
            <TextLink to={paths.library(libraryId, { clip: id })}>
              <bdi>{t("add.insteadOf", { title })}</bdi>
            </TextLink>
          </li>
        ))}
        <li>
          <TextLink to={paths.playback(callId)}>{t("add.makeClip")}</TextLink>
        </li>
      </ul>
    </div>
  );
}

type PartProps = { libraryId: string; callId: string; from: number | ""; to: number | "" };

/** From where to where it is worth hearing, in seconds of the call. */
function Part({ callId, from, to }: PartProps) {
  const { t } = useTranslation("library");
  return (
    <details open={from !== ""} className="text-sm">
      <summary className="cursor-pointer font-medium">{t("add.part")}</summary>
      <Form className="mt-2 flex flex-wrap items-end gap-2">
        <input type="hidden" name="add" value={callId} />
        {(["from", "to"] as const).map((name) => (
          <label key={name} className="grid gap-1 text-xs font-medium" htmlFor={`part-${name}`}>
            {t(`add.${name}`)}
            <input
              id={`part-${name}`}
              name={name}
              type="number"
              min={0}
              required
              defaultValue={name === "from" ? from : to}
              className={controlLook({ size: "small", className: "w-28 font-mono" })}
            />
          </label>
        ))}
        <Button type="submit">{t("add.preview")}</Button>
      </Form>
      <p className="mt-1 text-xs text-ink-muted">{t("add.partNote")}</p>
    </details>
  );
}
