import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { NotePage } from "./note-page.tsx";

type Props = {
  /** E-mails about notices, or what is new in a saved view. */
  what: "view" | "notices";
  isDone: boolean;
};

/** One button that stops e-mails of a sort, without signing in; then how to get them again. */
export function UnsubscribePage({ what, isDone }: Props) {
  const { t } = useTranslation("account");
  const footer = (
    <TextLink to={what === "view" ? paths.recordings() : paths.noticeSettings()}>
      {t("unsubscribe.settings")}
    </TextLink>
  );
  if (isDone)
    return (
      <NotePage
        title={t("unsubscribe.doneTitle")}
        text={t(`unsubscribe.done.${what}`)}
        footer={footer}
      />
    );
  return (
    <NotePage title={t("unsubscribe.title")} text={t(`unsubscribe.ask.${what}`)} footer={footer}>
      <Form method="post">
        <FormButton isForEverybody busyText={t("unsubscribe.busy")}>
          {t("unsubscribe.button")}
        </FormButton>
      </Form>
    </NotePage>
  );
}
