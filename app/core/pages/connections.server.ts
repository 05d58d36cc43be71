import type { Member } from "#app/core/domain/access/actor.ts";
import { finishConnecting, type Returned } from "#app/core/domain/connection/connect.server.ts";
import { listConnections } from "#app/core/domain/connection/connection-list.server.ts";
import {
  type CrmField,
  PROVIDER_SLUGS,
  type ProviderSlug,
} from "#app/core/domain/connection/connection-types.ts";
import { findMockCrm } from "#app/core/domain/connection/mock-crm.server.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import { MOCK_FIELDS } from "#app/core/integrations/mock-crm/fields.ts";
import { PROVIDERS } from "#app/core/integrations/registry.server.ts";

/** The page of the integrations. @throws DomainError `forbidden` */
export async function getConnectionsPage(actor: Member, open: string | null) {
  const [cards, mock] = await Promise.all([
    listConnections(actor, Object.values(PROVIDERS)),
    findMockCrm(actor),
  ]);
  const fields = MOCK_FIELDS.deal.filter(({ isWriteable }) => isWriteable);
  return {
    cards,
    /** The one whose panel is open. */
    open: cards.find(({ slug }) => slug === open) ?? null,
    /** With the fields of a deal there, of which one can go wrong; null where there is none. */
    mock: mock && { ...mock, fields: fields.map(fieldOf) },
  };
}

const fieldOf = ({ name, label, type, options }: CrmField) => ({ name, label, type, options });

export type ConnectionsView = Awaited<ReturnType<typeof getConnectionsPage>>;

/** Takes what a provider sent back. @throws DomainError `not_found` for a slug that is none, `forbidden` */
export async function takeReturn(
  actor: Member,
  given: string,
  request: Request,
): Promise<Returned & { slug: ProviderSlug }> {
  const slug = PROVIDER_SLUGS.find((one) => one === given);
  if (slug === undefined) throw new DomainError("not_found");
  return { slug, ...(await finishConnecting(actor, PROVIDERS[slug], request)) };
}
