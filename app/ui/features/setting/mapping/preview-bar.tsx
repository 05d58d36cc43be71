import { Form, useLocation, useSearchParams } from "@remix-run/react";
import type { DealChoice, MappingPageView, PreviewView } from "#app/core/pages/mapping-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useMappingHref } from "./use-mapping-href.ts";

/** Chooses the past call whose record is read now; nothing of it is written. */
export function PreviewBar(props: MappingPageView) {
  const { calls, preview, crm, isConnected } = props;
  const { t } = useTranslation("mapping");
  const { when } = useFormat();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const hrefTo = useMappingHref(props);
  if (!isConnected) return null;
  const kept = ["connection", "row"].flatMap((name) => {
    const value = search.get(name);
    return value === null || value === "new" ? [] : [{ name, value }];
  });
  return (
    <Panel title={t("preview.title")} aside={t("preview.nothingSent", { crm: t(`crm.${crm}`) })}>
      {calls.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("preview.none")}</p>
      ) : (
        <Form
          method="get"
          action={pathname}
          className="flex flex-wrap items-end gap-2"
          preventScrollReset
        >
          {kept.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="min-w-0 grow basis-60">
            <label htmlFor="preview-call" className="text-sm font-medium">
              {t("preview.call")}
            </label>
            <Select
              id="preview-call"
              name="call"
              defaultValue={preview?.callId ?? calls[0]?.id}
              options={calls.map(({ id, title, at }) => ({
                value: id,
                label: t("preview.callAt", { title, when: when(at) }),
              }))}
            />
          </div>
          <Button type="submit">{t("preview.show")}</Button>
          {preview === null ? null : (
            <TextLink to={hrefTo({ call: "" })} preventScrollReset>
              {t("preview.hide")}
            </TextLink>
          )}
        </Form>
      )}
      {search.get("call") !== null && search.get("call") !== "" && preview === null ? (
        <p className="mt-2 text-sm text-ink-muted">{t("preview.gone")}</p>
      ) : null}
      {preview === null ? null : <Records preview={preview} />}
      {preview === null || preview.choice === null ? null : (
        <DealSearch {...{ ...props, preview, choice: preview.choice, kept }} />
      )}
    </Panel>
  );
}

type SearchProps = MappingPageView & {
  preview: PreviewView;
  choice: DealChoice;
  kept: { name: string; value: string }[];
};
/** A call that is linked to no deal there is shown on one that is found by name. */
function DealSearch({ preview, choice, kept, ...page }: SearchProps) {
  const { t } = useTranslation("mapping");
  const { pathname } = useLocation();
  const hrefTo = useMappingHref({ ...page, preview });
  const crm = t(`crm.${page.crm}`);
  const { text, deals, chosenId, fault } = choice;
  return (
    <div className="mt-3 grid gap-2 border-t border-line pt-3">
      <p className="text-sm">{t("preview.notLinked", { crm })}</p>
      <Form
        method="get"
        action={pathname}
        className="flex flex-wrap items-end gap-2"
        preventScrollReset
      >
        {[...kept, { name: "call", value: preview.callId }].map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="min-w-0 grow basis-60">
          <label htmlFor="preview-find" className="text-sm font-medium">
            {t("preview.find", { crm })}
          </label>
          <input
            id="preview-find"
            key={text}
            type="search"
            name="find"
            defaultValue={text}
            maxLength={120}
            className={controlLook({ className: "w-full" })}
          />
        </div>
        <Button type="submit">{t("preview.search")}</Button>
      </Form>
      <p role="status" className="text-xs text-ink-muted">
        {fault === null
          ? t("preview.foundDeals", { count: deals.length, text })
          : t("preview.noAnswer", { crm })}
      </p>
      <ul className="divide-y divide-line text-sm">
        {deals.map(({ id, name, company, stage }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              <bdi>{name}</bdi>{" "}
              <span className="text-ink-muted">
                {[company, stage].filter((part) => part !== null).join(" · ")}
              </span>
            </span>
            {id === chosenId ? (
              <span className="text-ink-muted">{t("preview.shownDeal")}</span>
            ) : (
              <TextLink
                to={hrefTo({ deal: id })}
                aria-label={t("preview.useDealOf", { name })}
                preventScrollReset
              >
                {t("preview.useDeal")}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Records({ preview }: { preview: PreviewView }) {
  const { t } = useTranslation("mapping");
  const said = (["deal", "contact", "company"] as const).flatMap((object) => {
    const name = preview.records[object];
    if (name === undefined) return [];
    return name === null
      ? t("preview.noRecord", { object: t(`object.${object}`) })
      : t("preview.record", { object: t(`object.${object}`), name });
  });
  return <p className="mt-2 text-xs text-ink-muted">{said.join(" · ")}</p>;
}
