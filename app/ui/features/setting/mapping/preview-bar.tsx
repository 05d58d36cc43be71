import { Form, useLocation, useSearchParams } from "@remix-run/react";
import type { MappingPageView } from "#app/core/pages/mapping-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
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
    </Panel>
  );
}

function Records({ preview }: { preview: NonNullable<MappingPageView["preview"]> }) {
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
