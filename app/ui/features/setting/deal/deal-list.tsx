import { Form } from "@remix-run/react";
import { changeDealForm, dealForm } from "#app/core/domain/deal/deal.schema.ts";
import { type DealLine, DEALS_SHOWN } from "#app/core/domain/deal/deal-list-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useMoneyText } from "#app/i18n/use-money-text.ts";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useEmptyAfter, useSaved } from "#app/ui/components/form/saved.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { OpenableTable } from "#app/ui/components/primitive/openable-table.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Cell, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { EditCell } from "#app/ui/features/forms/edit-cell.tsx";
import { EditForm } from "#app/ui/features/forms/edit-form.tsx";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";
import { useRowForm } from "#app/ui/features/forms/use-row-form.ts";
import { DEAL_FIELDS, DealFields, useDealLabels } from "./deal-fields.tsx";
import type { DealsPanelsProps } from "./deals-panels.tsx";

/** The deals that were entered here, with the form of one that is open, and the form that adds one. */
export function DealList(props: DealsPanelsProps) {
  const { deals, show, q, open, isMore, stages } = props;
  const { t } = useTranslation("deal");
  const { t: setting } = useTranslation("setting");
  const money = useMoneyText();
  const emptied = useEmptyAfter("make_deal", "make-deal");
  const isEdited = deals.some(({ id }) => id === open);
  return (
    <>
      {stages.length === 0 || isEdited || show === "deleted" ? null : (
        <Panel title={t("new.title")}>
          <NewDeal key={emptied} {...props} />
        </Panel>
      )}
      <section className="grid gap-3" aria-label={t("list.title")}>
        <div className="flex flex-wrap items-end justify-between gap-3">
          <LinkTabs
            label={t("list.title")}
            tabs={DEALS_SHOWN.map((name) => ({
              to: paths.settingDeals({ show: name === "open" ? null : name, q }),
              label: t(`list.${name}`),
              isCurrent: name === show,
            }))}
          />
          <div className="flex flex-wrap items-center gap-2">
            <ListForm action={paths.settingGeneral()} isSearch look="flex gap-2">
              <input type="hidden" name="tab" value="deals" />
              {show === "open" ? null : <input type="hidden" name="show" value={show} />}
              <input
                type="search"
                name="q"
                aria-label={t("search")}
                placeholder={t("search")}
                maxLength={120}
                defaultValue={q}
                className={controlLook({ size: "small", className: "w-60" })}
              />
              <Button type="submit">{t("list.find")}</Button>
            </ListForm>
            <LinkButton
              to={paths.dealsCsv({ show: show === "open" ? null : show, q })}
              reloadDocument
              download
            >
              {t("list.export")}
            </LinkButton>
          </div>
        </div>
        <Deleted />
        <OpenableTable
          caption={t("list.title")}
          columns={[
            t("new.name"),
            t("new.stage"),
            t("new.owner"),
            { name: t("new.amount"), align: "end" },
            t("new.closeDate"),
            t("list.calls"),
            null,
          ]}
          rows={deals}
          empty={
            <EmptyState
              title={t(q === "" ? `list.empty.${show}` : "nothing")}
              why={t(
                stages.length === 0
                  ? "new.noStages"
                  : q === ""
                    ? `list.emptyWhy.${show}`
                    : "list.otherWords",
              )}
            />
          }
          opened={{
            id: open,
            label: setting("edit"),
            form: (deal) => <DealForm {...props} deal={deal} />,
          }}
        >
          {(deal) => (
            <Row>
              <NameCell note={deal.company}>{deal.name}</NameCell>
              <Cell>{deal.stage}</Cell>
              <Cell>{deal.owner}</Cell>
              <Cell kind="number">{money(deal)}</Cell>
              <Cell kind="short">{deal.closeDate}</Cell>
              <Cell label={t("list.calls")}>
                {deal.calls === 0 ? (
                  "0"
                ) : (
                  <TextLink
                    to={paths.recordings({ deal: deal.id })}
                    aria-label={t("list.callsOf", { count: deal.calls, name: deal.name })}
                  >
                    {deal.calls}
                  </TextLink>
                )}
              </Cell>
              {show === "deleted" ? (
                <Cell phone="line">
                  <RestoreDeal deal={deal} />
                </Cell>
              ) : (
                <EditCell
                  row={deal}
                  to={
                    deal.mayChange
                      ? paths.editOfDeals(deal.id, { show: show === "open" ? null : show, q })
                      : null
                  }
                  saved="change_deal"
                />
              )}
            </Row>
          )}
        </OpenableTable>
        {isMore ? (
          <p className="text-sm text-ink-muted">{t("list.more", { n: deals.length })}</p>
        ) : null}
      </section>
    </>
  );
}

/** What was deleted just now, with the way back. */
function Deleted() {
  const { t } = useTranslation("deal");
  const { t: common } = useTranslation("common");
  const saved = useSaved("delete_deal");
  if (saved?.about == null) return null;
  return (
    <Banner isUpdate>
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <span>{t("list.isDeleted", { name: saved.facts["name"] ?? "" })}</span>
        <input type="hidden" name="dealId" value={saved.about} />
        <FormButton tone="quiet" size="small" name="intent" value="restore_deal">
          {common("undo")}
        </FormButton>
      </Form>
    </Banner>
  );
}

function RestoreDeal({ deal: { id, name } }: { deal: DealLine }) {
  const { t } = useTranslation("deal");
  return (
    <Form method="post" className="flex justify-end">
      <input type="hidden" name="dealId" value={id} />
      <RowButton intent="restore_deal" label={t("stages.restoreOf", { name })}>
        {t("stages.restore")}
      </RowButton>
    </Form>
  );
}

function NewDeal({ stages, owners, me, answer }: DealsPanelsProps) {
  const { t } = useTranslation("deal");
  const form = useParleyForm(dealForm, {
    id: "make-deal",
    refusal: refusalOf(answer, "make_deal"),
    defaultValue: { ownerId: me },
  });
  return (
    <NewForm
      form={form}
      labels={useDealLabels()}
      intent="make_deal"
      submit={t("list.make")}
      made={({ facts }) => t("list.made", { name: facts["name"] ?? "" })}
    >
      <DealFields fields={form.fields} stages={stages} owners={owners} />
    </NewForm>
  );
}

function DealForm({
  deal,
  stages,
  owners,
  show,
  q,
  answer,
}: DealsPanelsProps & { deal: DealLine }) {
  const { t } = useTranslation("deal");
  const labels = useDealLabels();
  const values = {
    name: deal.name,
    company: deal.company ?? "",
    stageId: deal.stageId,
    ownerId: deal.ownerId ?? "",
    amount: deal.amount ?? "",
    currency: deal.currency ?? "",
    closeDate: deal.closeDate ?? "",
    nextStep: deal.nextStep ?? "",
  };
  const form = useRowForm(changeDealForm, {
    row: deal,
    field: "dealId",
    intents: ["change_deal", "delete_deal"],
    answer,
    defaultValue: values,
  });
  const shownOf = { ...values, stageId: deal.stage, ownerId: deal.owner ?? "" };
  // Archived stages and people who have left keep what they have.
  const withOwn = (list: readonly { id: string; name: string }[], id: string, name: string) =>
    list.some((one) => one.id === id) ? list : [{ id, name }, ...list];
  return (
    <EditForm
      form={form}
      row={deal}
      field="dealId"
      values={DEAL_FIELDS.map((name) => ({
        ...{ name, label: labels[name], value: values[name], shown: shownOf[name] },
      }))}
      save={{ intent: "change_deal", tone: "plain" }}
      other={{
        intent: "delete_deal",
        tone: "danger",
        text: t("list.delete"),
        label: t("list.deleteOf", { name: deal.name }),
      }}
      closeTo={paths.settingDeals({ show: show === "open" ? null : show, q })}
    >
      <DealFields
        fields={form.fields}
        stages={withOwn(stages, deal.stageId, deal.stage)}
        owners={withOwn(owners, deal.ownerId ?? "", deal.owner ?? t("list.nobody"))}
      />
    </EditForm>
  );
}
