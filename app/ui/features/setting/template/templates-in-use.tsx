import { useNavigation, useSubmit } from "@remix-run/react";
import type { ComponentProps } from "react";
import type { TemplateLine } from "#app/core/domain/template/template-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { LateSorting } from "#app/ui/components/primitive/late-sorting.tsx";
import { placedAt } from "./placed-at.ts";
import { TemplateTable } from "./template-table.tsx";

type Props = Pick<
  ComponentProps<typeof TemplateTable>,
  "lines" | "open" | "canChange" | "mappings" | "crms"
>;

/** The templates that calls get, in the order in which they are tried; who may change it drags them. */
export function TemplatesInUse({ lines, open, canChange, mappings, crms }: Props) {
  const { t } = useTranslation("template");
  const submit = useSubmit();
  const shown = useMoved(lines);
  return (
    <>
      <TemplateTable
        caption={t("inUse")}
        lines={shown}
        places={lines.length}
        tab={null}
        empty={<EmptyState title={t("noneTitle")} why={t(canChange ? "none" : "noneRead")} />}
        {...{ open, canChange, mappings, crms }}
      />
      {canChange && lines.length > 1 ? (
        <LateSorting
          items={shown.map(({ id, name }) => ({ id: String(id), name }))}
          onMove={(templateId, to) =>
            submit(
              { intent: "move_template", templateId, place: String(to + 1) },
              { method: "post", preventScrollReset: true, flushSync: true },
            )
          }
        />
      ) : null}
    </>
  );
}

/** Their order as it will be: a row that was dropped stays where it is while the server is told. */
function useMoved(lines: readonly TemplateLine[]): readonly TemplateLine[] {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== "move_template") return lines;
  const at = lines.findIndex(({ id }) => String(id) === formData.get("templateId"));
  const moved = placedAt(lines, at, Number(formData.get("place")) - 1);
  return moved.map((line, n) => ({ ...line, place: n + 1 }));
}
