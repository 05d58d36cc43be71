import type { MockCrmView } from "#app/core/domain/connection/mock-views.ts";
import type { ConnectionCard } from "#app/core/domain/connection/connection-views.ts";

/** With the fields of a deal there, of which one can go wrong. */
export type MockPanelView = MockCrmView & { fields: { name: string; label: string }[] };

export type ConnectionsView = {
  cards: ConnectionCard[];
  /** The one whose panel is open. */
  open: ConnectionCard | null;
  mock: MockPanelView;
};
