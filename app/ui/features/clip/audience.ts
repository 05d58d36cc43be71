import type { TFunction } from "i18next";
import type { ClipView } from "#app/core/domain/clip/clip-views.ts";

export const AUDIENCES = [
  "private",
  "team",
  "workspace",
] as const satisfies readonly ClipView["visibility"][];
export type Audience = (typeof AUDIENCES)[number];

export const isWider = (one: Audience, other: Audience): boolean =>
  AUDIENCES.indexOf(one) > AUDIENCES.indexOf(other);

/** An audience as who changes the clip reads it: what is private is its owner's alone. */
export const whoOf = (
  t: TFunction<"clip">,
  audience: Audience,
  { isOwn, owner }: Pick<ClipView, "isOwn" | "owner">,
): string =>
  audience === "private" && !isOwn ? t("who.owner", { name: owner.name }) : t(`who.${audience}`);
