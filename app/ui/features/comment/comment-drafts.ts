import type { CommentKind } from "#app/core/domain/comment/comment-views.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import { readStored, writeStored } from "#app/ui/browser/storage.ts";
import { createStore, type ReadableStore } from "#app/ui/browser/store.ts";

/** Where a comment stands, ms from the start of the call: at a time, or on a range. */
export type CommentPlace = { t0Ms: number; t1Ms: number | null };
/** What somebody is about to say; `place` null: about the whole call. */
export type Draft = {
  body: string;
  kind: CommentKind;
  isPrivate: boolean;
  place: CommentPlace | null;
  /** Whom they picked from the list behind "@". */
  mentions: readonly string[];
  ask: readonly PersonRef[];
  dueOn: string;
};
export const EMPTY: Draft = {
  ...{ body: "", kind: "plain", isPrivate: false, place: null },
  ...{ mentions: [], ask: [], dueOn: "" },
};
/** `new`, `reply <id>` or `edit <id>`. */
export type DraftKey = "new" | `reply ${string}` | `edit ${string}`;
type Drafts = ReadonlyMap<DraftKey, Draft>;

export type DraftStore = ReadableStore<Drafts> & {
  /** Opens it, or changes some of it. */
  write: (key: DraftKey, change: Partial<Draft>) => void;
  close: (key: DraftKey) => void;
  /** Takes up what a page that broke off or was loaded anew left behind. */
  recall: () => void;
};

/** What is being written on a call: neither another tab of the page, nor a reload, nor what others write loses it. */
export function createDrafts(callId: string): DraftStore {
  const store = createStore<Drafts>(new Map());
  const place = `comments ${callId}`;
  const set = (drafts: Drafts) => {
    store.set(drafts);
    const kept = [...drafts].filter(([, { body }]) => body.trim() !== "");
    writeStored("session", place, kept.length === 0 ? null : JSON.stringify(kept));
  };
  return {
    get: store.get,
    getInitial: store.getInitial,
    subscribe: store.subscribe,
    write(key, change) {
      const before = store.get();
      set(new Map(before).set(key, { ...EMPTY, ...before.get(key), ...change }));
    },
    close(key) {
      const drafts = new Map(store.get());
      if (drafts.delete(key)) set(drafts);
    },
    recall() {
      const text = readStored("session", place);
      if (text === null || store.get().size > 0) return;
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above, in this tab
        store.set(new Map(JSON.parse(text) as [DraftKey, Draft][]));
      } catch {
        writeStored("session", place, null);
      }
    },
  };
}
