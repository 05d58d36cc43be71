import { Form } from "@remix-run/react";
import { useId } from "react";
import type { CrmSlug } from "#app/core/domain/mapping/mapping-types.ts";
import type { TemplateLine } from "#app/core/domain/template/template-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { MappingLinks } from "./mapping-links.tsx";

type Props = { line: TemplateLine; places: number; crms: readonly CrmSlug[] };

/** What can be done with a template from the list: to another place, a copy, a file, the archive. */
export function TemplateActions({ line, places, crms }: Props) {
  const { t } = useTranslation("template");
  const { id, name, isBuiltIn, isArchived, place } = line;
  const selectId = useId();
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      {place === null ? null : (
        <Form method="post" className="flex flex-wrap items-end gap-2">
          <input type="hidden" name="templateId" value={id} />
          <label htmlFor={selectId} className="grid gap-1 text-sm font-medium">
            {t("moveTo")}
            <Select
              id={selectId}
              name="place"
              width="hug"
              defaultValue={String(place)}
              options={Array.from({ length: places }, (_, at) => ({
                value: String(at + 1),
                label: String(at + 1),
              }))}
            />
          </label>
          <FormButton tone="plain" name="intent" value="move_template">
            {t("move")}
          </FormButton>
        </Form>
      )}
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="templateId" value={id} />
        <FormButton
          tone="plain"
          name="intent"
          value="duplicate_template"
          aria-label={t("duplicateOf", { name })}
        >
          {t("duplicate")}
        </FormButton>
        {isBuiltIn ? null : (
          <FormButton
            tone="plain"
            name="intent"
            value={isArchived ? "restore_template" : "archive_template"}
            aria-label={t(isArchived ? "restoreOf" : "archiveOf", { name })}
          >
            {t(isArchived ? "restore" : "archive")}
          </FormButton>
        )}
      </Form>
      <TextLink to={paths.templateJson(id)} reloadDocument aria-label={t("exportOf", { name })}>
        {t("export")}
      </TextLink>
      <MappingLinks id={id} crms={crms} />
    </div>
  );
}
