import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { identityProviderLinkForm } from "#app/core/domain/account/profile.schema.ts";
import type {
  OwnIdentityProviders,
  IdentityProviderRow,
  Proof,
} from "#app/core/domain/account/profile-view.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { RemovableList } from "./removable-list.tsx";

type Props = {
  identityProviders: OwnIdentityProviders;
  proof: Proof;
  /** What stands in the place of forms while `proof` is stale. */
  signInAgain: ReactNode;
  /** The account the partner named signs in somebody else. */
  isTaken: boolean;
  answer: unknown;
};

/** The accounts elsewhere that sign this member in. Nothing where there are no partners. */
export function IdentityProviderPanel({
  identityProviders,
  proof,
  signInAgain,
  isTaken,
  answer,
}: Props) {
  const { t } = useTranslation("general");
  const { linked, others, begun } = identityProviders;
  if (linked.length + others.length === 0) return null;
  return (
    <Panel title={t("partner.title")}>
      <div className="grid gap-4">
        {isTaken ? <Banner isUpdate>{t("partner.taken")}</Banner> : null}
        {linked.length === 0 ? (
          <p className="text-sm">{t("partner.empty")}</p>
        ) : (
          <Linked linked={linked} answer={answer} />
        )}
        {others.length === 0 ? null : begun !== null ? (
          <div className="grid gap-3 text-sm">
            <p>{t("partner.begun", { name: begun.name })}</p>
            <div>
              <LinkButton to={paths.signInIdentityProvider(begun.slug)} tone="plain" reloadDocument>
                {t("partner.goOn", { name: begun.name })}
              </LinkButton>
            </div>
          </div>
        ) : proof === "stale" ? (
          signInAgain
        ) : (
          <LinkForm others={others} hasPassword={proof === "password"} answer={answer} />
        )}
      </div>
    </Panel>
  );
}

function Linked({ linked, answer }: { linked: IdentityProviderRow[]; answer: unknown }) {
  const { t } = useTranslation("general");
  return (
    <RemovableList
      label={t("partner.title")}
      intent="partner_unlink"
      idField="partnerLoginId"
      answer={answer}
      rows={linked.map(({ id, name, linkedAt }) => ({
        id,
        name,
        note: (
          <>
            {t("partner.since")} <Moment iso={linkedAt} />
          </>
        ),
        remove: t("partner.unlink"),
        removeOf: t("partner.unlinkOf", { name }),
      }))}
    />
  );
}

type LinkProps = { others: OwnIdentityProviders["others"]; hasPassword: boolean; answer: unknown };

function LinkForm({ others, hasPassword, answer }: LinkProps) {
  const { t } = useTranslation("general");
  const { t: account } = useTranslation("account");
  const form = useParleyForm(identityProviderLinkForm, {
    id: "partner-link",
    refusal: refusalOf(answer, "partner_link"),
  });
  const { fields } = form;
  return (
    <Form method="post" {...form.props} className="grid max-w-md gap-4">
      <ErrorSummary form={form} labels={{ currentPassword: account("currentPassword") }} />
      <input type="hidden" name="intent" value="partner_link" />
      {hasPassword ? (
        <PasswordField
          field={fields.currentPassword}
          label={account("currentPassword")}
          autoComplete="current-password"
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        {others.map(({ slug, name }) => (
          <FormButton key={slug} tone="plain" name="partner" value={slug}>
            {t("partner.link", { name })}
          </FormButton>
        ))}
      </div>
    </Form>
  );
}
