import type { ClipView } from "#app/core/domain/clip/clip-views.ts";

export const AUDIENCES = [
  "private",
  "team",
  "workspace",
] as const satisfies readonly ClipView["visibility"][];
export type Audience = (typeof AUDIENCES)[number];

export const isWider = (one: Audience, other: Audience): boolean =>
  AUDIENCES.indexOf(one) > AUDIENCES.indexOf(other);
