import type { RangeMs } from "#app/core/domain/views.ts";
import { createStore } from "#app/ui/browser/store.ts";

/** A part of the call that somebody chose in its words, to share it: opens the dialog with it. Null: nothing is wanted. */
export const wantedRange = createStore<RangeMs | null>(null);
