import type { ReactNode } from "react";
import type { RangeMs } from "#app/core/domain/views.ts";

type Common = {
  /** What the reader's settings remember when they switch it off. */
  id: string;
  /** Its line in the menu of layers. */
  label: string;
};
/** Stretches painted behind the voices. `ranges` keep their identity, or the lanes are drawn with every render. */
export type ShadeLayer = Common & {
  kind: "shade";
  ranges: readonly RangeMs[];
  look: "plain" | "hatched" | "chosen" | "bleeped";
  /** Of this voice alone. */
  trackId?: string;
  /** The same in a sentence, for who does not see the picture. */
  said?: string;
};
/** A row of its own under the voices: `StretchRow`, `PinRow`; what is chosen in it is washed on the voices. */
export type RowLayer = Common & { kind: "row"; row: ReactNode; chosen?: readonly RangeMs[] };

/** What a page shows on the timeline beside the voices, in this order; the reader may switch each one off. */
export type Layer = ShadeLayer | RowLayer;
