import type { TFunction } from "i18next";
import type { Side } from "#app/core/domain/views.ts";

/** Our side, theirs, or nobody's: the words the design system has for it. */
export function voiceOf(side: Side | null): "us" | "them" | "none" {
  if (side === null) return "none";
  return side === "R" ? "us" : "them";
}

/** A speaker's name; the one mixed lane of class C has none and is everybody (data §2.3). */
export function speakerName(t: TFunction, name: string): string {
  return name === "" ? t("side.everybody") : name;
}
