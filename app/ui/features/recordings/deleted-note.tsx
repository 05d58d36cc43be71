import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** After a call was deleted: says so, with Undo; after it came back: leads to it. Works without script. */
export function DeletedNote() {
  const { t } = useTranslation("recordings");
  const { t: common } = useTranslation("common");
  const { callId: gone, title: goneTitle } = useSaved("trash")?.facts ?? {};
  const { callId: back, title: backTitle } = useSaved("restore")?.facts ?? {};
  if (gone !== undefined)
    return (
      <Banner
        isUpdate
        action={
          <>
            <Form method="post" action={paths.recordings()}>
              <input type="hidden" name="callId" value={gone} />
              <FormButton
                tone="plain"
                size="small"
                name="intent"
                value="restore"
                busyText={t("deleted.restoring")}
              >
                {common("undo")}
              </FormButton>
            </Form>
            <TextLink to={paths.recordings({ show: "deleted" })}>{t("deleted.title")}</TextLink>
          </>
        }
      >
        {t("deleted.gone", { title: goneTitle })}
      </Banner>
    );
  if (back === undefined) return null;
  return (
    <Banner isUpdate action={<TextLink to={paths.playback(back)}>{t("deleted.open")}</TextLink>}>
      {t("deleted.back", { title: backTitle })}
    </Banner>
  );
}
