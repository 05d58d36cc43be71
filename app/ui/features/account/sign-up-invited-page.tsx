import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { askForm } from "#app/core/domain/account/account.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { NotePage } from "./note-page.tsx";
import {
  IdentityProviderButtons,
  type ShownIdentityProvider,
} from "./identity-provider-buttons.tsx";

type Props = {
  workspace: string;
  inviter: string | null;
  role: "admin" | "manager" | "rep";
  team: string | null;
  domains: string[];
  /** Of this link, for partners who bring people in by it. */
  urlPath: string;
  identityProviders: ShownIdentityProvider[];
  isSent: boolean;
  lastResult: unknown;
  footer: ReactNode;
};

/** Who invites whereto, and the address the next step goes to. */
export function SignUpInvitedPage(props: Props) {
  const { workspace, inviter, role, team, domains, isSent, lastResult, footer } = props;
  const { urlPath, identityProviders } = props;
  const { t } = useTranslation("account");
  const form = useParleyForm(askForm, {
    refusal: refusalOf(lastResult),
  });
  const { fields } = form;
  if (isSent)
    return <NotePage title={t("signUp.sentTitle")} text={t("signUp.sent")} footer={footer} />;
  const facts = {
    inviter: inviter ?? t("invited.somebody"),
    role: t(`invited.role.${role}`),
  };
  return (
    <NarrowPage
      title={t("invited.title", { workspace })}
      facts={
        team === null ? t("invited.facts", facts) : t("invited.facts_team", { ...facts, team })
      }
      footer={footer}
    >
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary form={form} labels={{ email: t("email") }} />
        <TextField
          field={fields.email}
          label={t("email")}
          type="email"
          autoComplete="email"
          {...(domains.length > 0 && {
            hint: t("invited.domains", { domains: domains.join(", ") }),
          })}
        />
        <FormButton width="full" busyText={t("signUp.submitting")}>
          {t("signUp.submit")}
        </FormButton>
      </Form>
      {form.errors?.includes("sso_required") === true ? (
        <IdentityProviderButtons
          identityProviders={identityProviders}
          next={paths.home()}
          invitation={urlPath}
        />
      ) : null}
    </NarrowPage>
  );
}
