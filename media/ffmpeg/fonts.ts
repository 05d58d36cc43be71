import { access } from "node:fs/promises";

/** A font for what is written into a picture; it has Latin and Japanese letters. */
export type Font = { path: string; family: string };

/** Those of Debian's packages, the one that the start installs first. */
const KNOWN: readonly Font[] = [
  { path: "/usr/share/fonts/opentype/ipaexfont-gothic/ipaexg.ttf", family: "IPAexGothic" },
  { path: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", family: "Noto Sans CJK JP" },
  { path: "/usr/share/fonts/truetype/vlgothic/VL-Gothic-Regular.ttf", family: "VL Gothic" },
];

/** @returns null where this machine has none of them */
export async function findFont(known: readonly Font[] = KNOWN): Promise<Font | null> {
  for (const font of known)
    if (
      await access(font.path).then(
        () => true,
        () => false,
      )
    )
      return font;
  return null;
}
