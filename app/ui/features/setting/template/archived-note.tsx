import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";

/** After a template went to the archive: says so, with Undo; after it came back, says that. */
export function ArchivedNote() {
  const { t } = useTranslation("template");
  const { t: common } = useTranslation("common");
  const gone = useSaved("archive_template");
  const back = useSaved("restore_template");
  if (gone !== null)
    return (
      <Banner
        isUpdate
        action={
          <Form method="post">
            <input type="hidden" name="templateId" value={gone.facts["templateId"]} />
            <FormButton tone="plain" size="small" name="intent" value="restore_template">
              {common("undo")}
            </FormButton>
          </Form>
        }
      >
        {t("archivedNow", { name: gone.facts["name"] })}
      </Banner>
    );
  if (back === null) return null;
  return <Banner isUpdate>{t("restoredNow", { name: back.facts["name"] })}</Banner>;
}
