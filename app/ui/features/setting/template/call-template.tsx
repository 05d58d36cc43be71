import { Form } from "@remix-run/react";
import type { TemplatesView } from "#app/core/pages/templates.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useReasonText } from "./use-rule-text.ts";

/** Which template a call would get, and why. */
export function CallTemplate({ calls, asked }: Pick<TemplatesView, "calls" | "asked">) {
  const { t } = useTranslation("template");
  const { when } = useFormat();
  const reasonText = useReasonText();
  if (calls.length === 0) return null;
  return (
    <Form
      method="get"
      action={paths.templates()}
      preventScrollReset
      className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm"
    >
      <label htmlFor="call-template" className="text-ink-muted">
        {t("which.title")}
      </label>
      <div className="min-w-0 max-w-full basis-72">
        <Select
          id="call-template"
          name="call"
          defaultValue={asked?.call.id ?? calls[0]?.id}
          options={calls.map(({ id, title, at }) => ({
            value: id,
            label: t("which.callAt", { title, when: when(at) }),
          }))}
        />
      </div>
      <Button type="submit">{t("which.show")}</Button>
      <p role="status" className="min-w-0 break-words">
        {asked === null ? null : (
          <>
            <TextLink to={paths.template(asked.template.id)}>{asked.template.name}</TextLink>
            {": "}
            {reasonText(asked.reason)}
          </>
        )}
      </p>
    </Form>
  );
}
