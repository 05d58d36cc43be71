import { Form, useLocation } from "@remix-run/react";
import type { MappingPageView } from "#app/core/pages/mapping-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { DryRunPanel } from "./dry-run-panel.tsx";
import { MappingTable } from "./mapping-table.tsx";
import { NewRow } from "./new-row.tsx";
import { PastCallsPanel } from "./past-calls-panel.tsx";
import { PreviewBar } from "./preview-bar.tsx";
import { useMappingHref } from "./use-mapping-href.ts";

type Props = MappingPageView & { answer: unknown };

/** Which section of a template goes into which field of a CRM, with what each row would write on a past call. */
export function MappingPage(props: Props) {
  const { template, crm, provider, isConnected, mapping, rows, open, answer } = props;
  const { t } = useTranslation("mapping");
  const hrefTo = useMappingHref(props);
  const isRemoved = useSaved("remove_row") !== null;
  const name = t(`crm.${crm}`);
  const isNew = open !== null && open.row === null;
  return (
    <>
      <nav aria-label={t("crumbs")} className="mb-2 flex flex-wrap gap-x-2 text-sm text-ink-muted">
        <TextLink to={paths.templates()}>{t("templates")}</TextLink>
        <span aria-hidden>›</span>
        <TextLink to={paths.template(template.id)}>
          <bdi>{template.name}</bdi>
        </TextLink>
      </nav>
      <Page
        title={t("title", { template: template.name, crm: name })}
        facts={<Facts {...props} />}
        actions={<ProviderChoice {...props} />}
      >
        {isRemoved ? <Banner isUpdate>{t("removed")}</Banner> : null}
        <Notes {...props} />
        {mapping === null ? null : (
          <DryRunPanel key={mapping.version} {...{ mapping, crm, answer, isOff: !isConnected }} />
        )}
        {rows.length === 0 ? null : <PreviewBar {...props} />}
        {rows.length === 0 && !isNew ? (
          <EmptyState
            title={t("emptyTitle")}
            why={t("empty")}
            action={isConnected ? <Add to={hrefTo({ row: "new" })} isFirst /> : undefined}
          />
        ) : null}
        {rows.length === 0 ? null : <MappingTable {...props} />}
        {isNew ? (
          <NewRow key={`${open.source.key}-${open.object}`} {...{ ...props, open, answer }} />
        ) : rows.length > 0 && isConnected ? (
          <p>
            <Add to={hrefTo({ row: "new" })} isFirst={false} />
          </p>
        ) : null}
        {rows.length === 0 || !isConnected || props.pastCalls === 0 ? null : (
          <PastCallsPanel {...{ pastCalls: props.pastCalls, answer }} />
        )}
        {provider === crm ? null : (
          <span className="sr-only">{t(`crm.${providerKey(provider)}`)}</span>
        )}
      </Page>
    </>
  );
}

function Add({ to, isFirst }: { to: string; isFirst: boolean }) {
  const { t } = useTranslation("mapping");
  return (
    <LinkButton to={`${to}#edit`} tone={isFirst ? "primary" : "plain"} preventScrollReset>
      {t("addRow")}
    </LinkButton>
  );
}

const PROVIDERS = ["salesforce", "salesforce-sandbox", "hubspot", "mock"] as const;
const providerKey = (provider: string) =>
  PROVIDERS.find((one) => one === provider) ?? ("salesforce" as const);

function Facts({ template, connection, isConnected, readAt, mapping, provider }: Props) {
  const { t } = useTranslation("mapping");
  const { when } = useFormat();
  return (
    <>
      {isConnected ? (
        <span>
          <span aria-hidden className="text-ok">
            ●
          </span>{" "}
          {connection?.account === null || connection === null || provider === "mock"
            ? t("connectedNow")
            : t("connectedTo", { account: connection.account })}
        </span>
      ) : null}
      {readAt === null ? null : <span>{t("readAt", { when: when(readAt) })}</span>}
      {isConnected ? (
        <Form method="post" preventScrollReset>
          <FormButton tone="quiet" size="small" name="intent" value="refresh_fields">
            {t("refresh")}
          </FormButton>
        </Form>
      ) : null}
      {template.number === null ? null : <span>{t("template", { n: template.number })}</span>}
      {mapping?.changedBy == null ? null : (
        <span>
          {t("changedBy", { when: when(mapping.changedAt), name: mapping.changedBy.name })}
        </span>
      )}
    </>
  );
}

/** Production and sandbox share one mapping; which one's fields are shown is chosen here. */
function ProviderChoice({ provider, providers }: Props) {
  const { t } = useTranslation("mapping");
  const { pathname } = useLocation();
  if (providers.length < 2) return null;
  return (
    <Form method="get" action={pathname} className="flex items-center gap-2">
      <label htmlFor="connection" className="text-sm text-ink-muted">
        {t("lookAt")}
      </label>
      <Select
        id="connection"
        name="connection"
        width="hug"
        defaultValue={provider}
        options={providers.map((one) => ({ value: one, label: t(`crm.${providerKey(one)}`) }))}
      />
      <Button type="submit">{t("show")}</Button>
    </Form>
  );
}

const FAULTS = ["rate_limited", "quota", "forbidden", "unauthorised"] as const;

function Notes({ template, provider, isConnected, fault, rows, readAt }: Props) {
  const { t } = useTranslation("mapping");
  const crm = t(`crm.${providerKey(provider)}`);
  const troubled = rows.filter(({ health }) => health.trouble !== null).length;
  return (
    <>
      {template.number === null ? (
        <Banner action={<TextLink to={paths.template(template.id)}>{t("openTemplate")}</TextLink>}>
          {t("notPublished")}
        </Banner>
      ) : null}
      {isConnected ? null : (
        <Banner
          action={
            <TextLink to={paths.connections({ open: provider })}>{t("connect", { crm })}</TextLink>
          }
        >
          {t(readAt === null && rows.length === 0 ? "neverConnected" : "notConnected", { crm })}
        </Banner>
      )}
      {isConnected && fault !== null ? (
        <Banner action={<TextLink to={paths.connections()}>{t("openConnection")}</TextLink>}>
          {t(`fault.${FAULTS.find((one) => one === fault) ?? "other"}`, { crm })}{" "}
          {t(readAt === null ? "noneRead" : "asLastRead")}
        </Banner>
      ) : null}
      {troubled === 0 ? null : <Banner>{t("troubles", { count: troubled })}</Banner>}
    </>
  );
}
