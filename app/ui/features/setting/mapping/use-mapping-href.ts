import type { MappingPageView } from "#app/core/pages/mapping-views.ts";
import { paths } from "#app/paths.ts";

type Where = { row?: string | null; call?: string | null; deal?: string | null };

/** Addresses of this page: which row is open, which call and deal the preview is of; the rest stays. */
export function useMappingHref({
  template,
  crm,
  provider,
  providers,
  mapping,
  preview,
  open,
}: MappingPageView): (where: Where) => string {
  const usual = mapping?.isSandbox === true ? providers[1] : providers[0];
  const choice = preview?.choice ?? null;
  return ({
    row = open?.row?.id ?? null,
    call = preview?.callId ?? null,
    deal = choice?.chosenId ?? null,
  }) =>
    paths.mapping(template.id, crm, {
      ...{ connection: provider === usual ? null : provider, row, call },
      ...(call === "" ? {} : { find: choice?.text ?? null, deal }),
    });
}
