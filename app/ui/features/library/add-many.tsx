import { Form } from "@remix-run/react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import { addClipsForm } from "#app/core/domain/library/library.schema.ts";
import type { AudienceOfMany } from "#app/core/domain/library/library-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { FolderField } from "./folder-field.tsx";
import { GainList } from "./gains.tsx";

type Props = LibraryPageView & { answer: unknown; many: AudienceOfMany };

/** Several clips: who gains access by them is named before anything is given. */
export function AddMany({ library, folders, folder, adds, many, answer }: Props) {
  const { t } = useTranslation("library");
  const { count, there, gains, asks } = many;
  const form = useParleyForm(addClipsForm, {
    id: "add-clips",
    refusal: refusalOf(answer, "add_clips"),
    defaultValue: { folderId: folder ?? "" },
  });
  return (
    <Form method="post" {...form.props} className="grid max-w-[40rem] gap-4">
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
        <div id={form.fields.gives.id} className="grid scroll-mt-16 gap-3">
          <p className="text-lg leading-snug font-strong text-balance">
            {t("many.gains", { count: gains.length })}
          </p>
          <GainList gains={gains} />
          <p className="text-xs text-ink-muted">{t("add.clip.ends")}</p>
        </div>
      )}
      <input type="hidden" name="clipIds" value={adds?.clips ?? ""} />
      <input type="hidden" name="gives" value={gains.length} />
      <FolderField folders={folders} field={form.fields.folderId} />
      <div className="flex flex-wrap justify-end gap-2">
        <LinkButton tone="quiet" to={paths.library(library.id, { folder })}>
          {t("add.cancel")}
        </LinkButton>
        {count === 0 ? null : (
          <FormButton name="intent" value="add_clips">
            {gains.length === 0 ? t("many.plain") : t("many.give", { count: gains.length })}
          </FormButton>
        )}
      </div>
    </Form>
  );
}
