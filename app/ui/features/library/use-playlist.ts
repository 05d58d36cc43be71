import { useCallback, useMemo, useState } from "react";
import type { ItemView } from "#app/core/domain/library/library-views.ts";
import { begin, choose, type Entry, goTo, passOver, type Playlist } from "./playlist.ts";

/** What of a page plays, if anything does; it goes on while another folder is shown. @param items of the whole page */
export function usePlaylist(items: readonly ItemView[]) {
  const [list, setList] = useState<Playlist | null>(null);
  const ready = useMemo(
    () => new Set(items.filter(({ state }) => state === "ready").map(({ id }) => id)),
    [items],
  );
  return {
    list,
    ready,
    onBegin: (shown: readonly Entry[], id: string) => setList((now) => begin(now, shown, id)),
    onChoose: (shown: readonly Entry[], id: string) => setList((now) => choose(now, shown, id)),
    onMove: useCallback((id: string) => setList((now) => now && goTo(now, id)), []),
    onFail: useCallback((id: string) => setList((now) => now && passOver(now, id, ready)), [ready]),
    onClose: () => setList(null),
  };
}

export type LivePlaylist = ReturnType<typeof usePlaylist>;
