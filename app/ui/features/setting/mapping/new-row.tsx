import { Form, useLocation, useSearchParams } from "@remix-run/react";
import type { MappingPageView, OpenRow } from "#app/core/pages/mapping-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useSourceName } from "./field-text.tsx";
import { RowForm } from "./row-form.tsx";
import { useMappingHref } from "./use-mapping-href.ts";

type Props = MappingPageView & { open: OpenRow; answer: unknown };

/** One more row: first what and where to, whose fields then are chosen from. */
export function NewRow(props: Props) {
  const { open, sources, objects, crm, answer, isConnected } = props;
  const { t } = useTranslation("mapping");
  const sourceName = useSourceName();
  const hrefTo = useMappingHref(props);
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const connection = search.get("connection");
  if (!isConnected) return null;
  return (
    <div id="edit" className="scroll-mt-16">
      <Panel
        title={t("newRow")}
        aside={
          <TextLink to={hrefTo({ row: "" })} preventScrollReset>
            {t("closeRow")}
          </TextLink>
        }
      >
        <Form
          method="get"
          action={pathname}
          className="mb-4 flex flex-wrap items-end gap-3"
          preventScrollReset
        >
          <input type="hidden" name="row" value="new" />
          {connection === null ? null : (
            <input type="hidden" name="connection" value={connection} />
          )}
          <div className="grid min-w-48 gap-[5px]">
            <label htmlFor="new-section" className="text-sm font-medium">
              {t("chooseSource")}
            </label>
            <Select
              id="new-section"
              name="section"
              defaultValue={open.source.key}
              options={sources.map((source) => ({
                value: source.key,
                label: sourceName(source),
              }))}
            />
          </div>
          <div className="grid min-w-40 gap-[5px]">
            <label htmlFor="new-object" className="text-sm font-medium">
              {t("chooseObject")}
            </label>
            <Select
              id="new-object"
              name="object"
              defaultValue={open.object}
              options={objects.map((object) => ({ value: object, label: t(`object.${object}`) }))}
            />
          </div>
          <Button type="submit">{t("showFields")}</Button>
        </Form>
        <RowForm {...{ open, crm, answer }} />
      </Panel>
    </div>
  );
}
