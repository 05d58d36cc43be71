import type { ReactNode } from "react";

type Props = {
  main: ReactNode;
  side: ReactNode;
  /** Name of the side for ears. */
  sideLabel: string;
};

/** Reading on the left, one panel of 384 px on the right; under one another on a phone. */
export function SplitPane({ main, side, sideLabel }: Props) {
  return (
    <div className="grid gap-5 desk:grid-cols-[minmax(0,1fr)_minmax(260px,384px)]">
      <div className="grid min-w-0 content-start gap-4">{main}</div>
      <aside aria-label={sideLabel} className="grid min-w-0 content-start gap-4">
        {side}
      </aside>
    </div>
  );
}
