import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { TemplatePageView } from "#app/core/pages/template.server.ts";
import { TEMPLATE_TABS } from "#app/core/pages/template-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { EngineForm } from "./engine-form.tsx";
import { PublishBar } from "./publish-bar.tsx";
import { RulesForm, RenameForm } from "./rules-form.tsx";
import { SectionFacts } from "./section-facts.tsx";
import { SectionForm } from "./section-form.tsx";
import { SectionList } from "./section-list.tsx";
import { MappingLinks } from "./mapping-links.tsx";
import { LateVersions } from "./late-versions.tsx";

type Props = TemplatePageView & {
  answer: unknown;
  /** The test bench, beside the sections. */
  bench?: ReactNode;
};

/** One template: its sections, whom it is for, who fills it, its versions; who may not change it reads its sections. */
export function TemplatePage(props: Props) {
  const { tab, template } = props;
  const { id, name, isBuiltIn, content, canChange, canDuplicate } = template;
  const { t } = useTranslation("template");
  const left = useSaved("import_template")?.facts["left"];
  return (
    <>
      <nav aria-label={t("crumbs")} className="mb-2 text-sm text-ink-muted">
        <TextLink to={paths.templates()}>{t("title")}</TextLink>
      </nav>
      <Page
        title={name}
        note={<StateTag {...props} />}
        facts={<Facts {...props} />}
        actions={canDuplicate ? <Actions {...props} /> : undefined}
      >
        {left === undefined ? null : <Banner isUpdate>{t("import.left", { names: left })}</Banner>}
        {canChange ? (
          <LinkTabs
            label={t("tabsOf")}
            tabs={TEMPLATE_TABS.map((one) => ({
              to: paths.template(id, { tab: one === "sections" ? null : one }),
              label: t(`tab.${one}`),
              ...(one === "sections" && { count: content.sections.length }),
              isCurrent: one === tab,
            }))}
          />
        ) : (
          <Banner>{t(isBuiltIn ? "readOnly" : "readOnlyMember")}</Banner>
        )}
        {tab === "sections" || !canChange ? <Sections {...props} /> : null}
        {tab === "rules" && canChange ? (
          <>
            <RenameForm {...props} />
            <RulesForm {...props} />
          </>
        ) : null}
        {tab === "engine" && canChange ? <EngineForm {...props} /> : null}
        {tab === "versions" && canChange ? <LateVersions template={template} /> : null}
        {canChange ? <PublishBar {...props} /> : null}
      </Page>
    </>
  );
}

function Sections({ template, section, stamps, answer, bench }: Props) {
  const { t } = useTranslation("template");
  const { id, content, changes, canChange } = template;
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[240px_minmax(0,1fr)] ${bench === undefined ? "" : "min-[80rem]:grid-cols-[240px_minmax(0,1fr)_minmax(0,1.4fr)]"}`}
    >
      <SectionList
        templateId={id}
        sections={content.sections}
        current={section?.key ?? null}
        {...{ changes, canChange, answer }}
      />
      {section === null ? (
        <EmptyState title={t("noSections")} why={t("noSectionsWhy")} />
      ) : canChange ? (
        <SectionForm key={section.key} section={section} stamp={stamps.section} answer={answer} />
      ) : (
        <SectionFacts section={section} />
      )}
      {bench}
    </div>
  );
}

function StateTag({ template: { isBuiltIn, isDraft, isArchived, number } }: Props) {
  const { t } = useTranslation("template");
  if (isBuiltIn) return <Tag>{t("own")}</Tag>;
  return (
    <span className="inline-flex gap-2">
      <Tag>{t(isDraft ? "draftOf" : "version", { n: number })}</Tag>
      {isArchived ? <Tag tone="warn">{t("tabs.archived")}</Tag> : null}
    </span>
  );
}

function Facts({ template: { content, published, calls } }: Props) {
  const { t } = useTranslation("template");
  const { day } = useFormat();
  return (
    <>
      <span>{t(`language.${content.language}`)}</span>
      {published === null ? null : (
        <span>
          {t(published.by === null ? "publishedOn" : "publishedBy", {
            version: t("version", { n: published.number }),
            date: day(published.at),
            name: published.by ?? "",
          })}
        </span>
      )}
      <span>{t("usedOn", { count: calls })}</span>
    </>
  );
}

function Actions({ template: { id, name }, crms }: Props) {
  const { t } = useTranslation("template");
  return (
    <>
      {crms === null ? null : <MappingLinks id={id} crms={crms} />}
      <TextLink to={paths.templateJson(id)} reloadDocument aria-label={t("exportOf", { name })}>
        {t("export")}
      </TextLink>
      <Form method="post">
        <FormButton
          tone="plain"
          name="intent"
          value="duplicate"
          aria-label={t("duplicateOf", { name })}
        >
          {t("duplicate")}
        </FormButton>
      </Form>
    </>
  );
}
