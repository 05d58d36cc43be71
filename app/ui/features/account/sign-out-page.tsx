import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** One question, one button: signing out changes something, so a link alone does not do it. */
export function SignOutPage() {
  const { t } = useTranslation("signin");
  const { t: common } = useTranslation("common");
  return (
    <NarrowPage title={t("signOut.title")} facts={t("signOut.question")}>
      <Form method="post" className="grid gap-3">
        <FormButton width="full" busyText={t("signOut.submitting")}>
          {t("signOut.submit")}
        </FormButton>
      </Form>
      <TextLink to={paths.home()}>{common("back")}</TextLink>
    </NarrowPage>
  );
}
