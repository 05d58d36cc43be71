import { Form } from "@remix-run/react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import { addItemForm } from "#app/core/domain/library/library.schema.ts";
import type { Preview } from "#app/core/domain/library/library-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { AddPart } from "./add-part.tsx";
import { FolderField } from "./folder-field.tsx";
import { Gains } from "./gains.tsx";

type Props = LibraryPageView & { answer: unknown; preview: Preview };

/** One call or clip: who sees it, why it is good, and the buttons that add it or ask for it. */
export function AddItem(props: Props) {
  const { library, folders, folder, adds, part, preview, answer } = props;
  const { t } = useTranslation("library");
  const { source, gains, mayGive, isThere, clips } = preview;
  const isClip = source.kind === "clip";
  const isAsking = gains.length > 0 && !mayGive;
  const form = useParleyForm(addItemForm, {
    id: "add-item",
    refusal: refusalOf(answer, "add_item", "ask_item"),
    defaultValue: { folderId: folder ?? "" },
  });
  return (
    <div className="grid max-w-[40rem] gap-4">
      <SourceLine source={source} />
      <div id={form.fields.gives.id} className="scroll-mt-16 border-t border-line pt-3">
        <Gains preview={preview} isGiving={!isAsking} isPersonal={library.kind === "personal"} />
      </div>
      {isAsking ? (
        <p className="text-sm">
          {source.approver === null
            ? t("add.clip.mayNotOwner")
            : t(`add.${source.kind}.mayNot`, { owner: source.approver.name })}
        </p>
      ) : null}
      {isThere ? (
        <p role="status" className="text-sm text-warn">
          {t("add.there")}
        </p>
      ) : null}
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
        {/* Enter in a field presses the first button of the form, and the first one below may be the one that asks. */}
        {part.code !== null ? (
          // One that is off keeps Enter from sending the form while the part is wrong.
          <button type="submit" disabled hidden />
        ) : isAsking ? null : (
          <span hidden>
            <GiveButton {...{ preview }} />
          </span>
        )}
        <TextField
          field={form.fields.why}
          label={t("add.why")}
          hint={t("add.whyHint")}
          maxLength={280}
          isOptional
        />
        <FolderField folders={folders} field={form.fields.folderId} />
      </Form>
      {isClip ? null : (
        <div className="grid gap-3 border-t border-line pt-3 text-sm">
          {gains.length === 0 ? null : (
            <Instead libraryId={library.id} callId={source.id} {...{ folder, clips }} />
          )}
          <AddPart
            {...{ adds, part, folder, source }}
            libraryId={library.id}
            endId={form.fields.t1Ms.id}
          />
        </div>
      )}
      <Buttons {...props} formId={form.props.id} />
    </div>
  );
}

function SourceLine({ source }: { source: Preview["source"] }) {
  const { t } = useTranslation("library");
  const { duration } = useFormat();
  const { kind, title, owner, team, durationMs } = source;
  const facts = { time: duration(durationMs), owner: owner.name };
  return (
    <div className="grid gap-0.5">
      <p className="text-base font-strong wrap-anywhere">
        <bdi>{title}</bdi>
      </p>
      <p className="text-xs text-ink-muted">
        {team === null
          ? t(`add.${kind}.facts`, facts)
          : t(`add.${kind}.factsTeam`, { ...facts, team })}
      </p>
    </div>
  );
}

/** Below the form they belong to; the one that acts comes last. */
function Buttons({ library, folder, part, preview, formId }: Props & { formId: string }) {
  const { t } = useTranslation("library");
  const { source, gains, mayGive, isOwn } = preview;
  const isAsking = gains.length > 0 && !mayGive;
  // While the part is wrong, a button would add the whole call in its place.
  const isReady = part.code === null;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <LinkButton tone="quiet" to={paths.library(library.id, { folder })}>
        {t("add.cancel")}
      </LinkButton>
      {!isReady || gains.length === 0 || isOwn ? null : (
        <FormButton
          tone={isAsking ? "primary" : "plain"}
          form={formId}
          name="intent"
          value="ask_item"
        >
          {source.approver === null
            ? t("add.askOwner")
            : t("add.ask", { name: source.approver.name })}
        </FormButton>
      )}
      {!isReady || isAsking ? null : <GiveButton {...{ preview, formId }} />}
    </div>
  );
}

function GiveButton({ preview, formId }: { preview: Preview; formId?: string }) {
  const { t } = useTranslation("library");
  const { gains, shows } = preview;
  return (
    <FormButton name="intent" value="add_item" {...(formId !== undefined && { form: formId })}>
      {gains.length === 0
        ? t("add.plain")
        : t("add.give", { people: t("people", { count: shows }) })}
    </FormButton>
  );
}

type InsteadProps = {
  libraryId: string;
  callId: string;
  folder: string | null;
  clips: Preview["clips"];
};

/** A clip shows as much of a call as it holds, and keeps the rest closed. */
function Instead({ libraryId, callId, folder, clips }: InsteadProps) {
  const { t } = useTranslation("library");
  return (
    <div className="grid gap-1">
      <p>{t("add.instead")}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {clips.map(({ id, title }) => (
          <li key={id}>
            <TextLink to={paths.library(libraryId, { folder, clip: id })}>
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
