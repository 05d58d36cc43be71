import type { RangeMs } from "#app/core/domain/views.ts";
import { createStore } from "#app/ui/browser/store.ts";

/** A piece of the call that somebody wants as a clip: opens the form with it. `title`: words said there, or "". */
export type WantedClip = RangeMs & { title: string };
export const wantedClip = createStore<WantedClip | null>(null);

/** Whether this page makes clips for its reader: rows about a place of the call then offer one. */
export const clipOffer = createStore(false);

/** Where a clip is to begin and end, while they are being marked; null: nobody marks. */
export type ClipMarks = { t0Ms: number | null; t1Ms: number | null };
export const clipMarks = createStore<ClipMarks | null>(null);
