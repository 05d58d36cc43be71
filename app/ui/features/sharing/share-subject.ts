import type { LinkSubject } from "#app/core/domain/share/link-subject.ts";
import { paths } from "#app/paths.ts";

/** What the dialog shares, and where it reads its links and sends its forms: both take the same commands. */
export type ShareSubject = LinkSubject;

export function placesOf({ kind, id }: ShareSubject): { links: string; action: string } {
  switch (kind) {
    case "call":
      return { links: paths.callLinks(id), action: paths.playback(id) };
    case "clip":
      return { links: paths.clipLinks(id), action: paths.clipLinks(id) };
    case "library":
      return { links: paths.libraryLinks(id), action: paths.libraryLinks(id) };
  }
}
