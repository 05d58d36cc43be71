import { createStore } from "#app/ui/browser/store.ts";
import type { PieceStore } from "./piece-store.client.ts";
import type { Recorder } from "./recorder.client.ts";
import type { Sources } from "./sources.client.ts";

export type RecorderKit = {
  recorder: Recorder;
  sources: Sources;
  store: PieceStore;
  deviceId: string;
  tabId: string;
};

/** The recorder of this document, and whose it is: it goes on while its member moves from page to page. */
export const held = createStore<{ memberId: string; kit: RecorderKit } | null>(null);
