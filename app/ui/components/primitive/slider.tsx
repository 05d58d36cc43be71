import { Slider as Radix } from "radix-ui";

type Shared = {
  label: string;
  min: number;
  max: number;
  step?: number;
  /** What a value says to ears: "12 minutes 34 seconds of 31 minutes". */
  say: (value: number) => string;
  isDisabled?: boolean;
};
type Props = Shared & {
  value: number;
  onChange: (value: number) => void;
  onCommit?: (value: number) => void;
};
type Range = [number, number];
type RangeProps = Shared & {
  value: Range;
  /** Names of the two thumbs. */
  thumbLabels: [string, string];
  onChange: (value: Range) => void;
  onCommit?: (value: Range) => void;
};

/** One value between two ends. */
export function Slider({ value, onChange, onCommit, ...shared }: Props) {
  return (
    <Track
      {...shared}
      values={[value]}
      thumbLabels={[shared.label]}
      onValues={([next]) => {
        if (next !== undefined) onChange(next);
      }}
      onCommit={([next]) => {
        if (next !== undefined) onCommit?.(next);
      }}
    />
  );
}

/** A piece between two thumbs; they never cross. */
export function RangeSlider({ value, thumbLabels, onChange, onCommit, ...shared }: RangeProps) {
  const pair =
    (act: ((value: Range) => void) | undefined) =>
    ([from, to]: number[]) => {
      if (from !== undefined && to !== undefined) act?.([from, to]);
    };
  return (
    <Track
      {...shared}
      values={value}
      thumbLabels={thumbLabels}
      onValues={pair(onChange)}
      onCommit={pair(onCommit)}
    />
  );
}

type TrackProps = Shared & {
  values: number[];
  thumbLabels: string[];
  onValues: (values: number[]) => void;
  onCommit: (values: number[]) => void;
};

function Track({
  values,
  thumbLabels,
  min,
  max,
  step = 1,
  say,
  isDisabled,
  onValues,
  onCommit,
}: TrackProps) {
  return (
    <Radix.Root
      value={values}
      min={min}
      max={max}
      step={step}
      minStepsBetweenThumbs={1}
      disabled={isDisabled ?? false}
      onValueChange={onValues}
      onValueCommit={onCommit}
      className="relative flex h-6 w-full touch-none items-center select-none data-disabled:opacity-50"
    >
      <Radix.Track className="relative h-1 grow rounded-full bg-line-strong">
        <Radix.Range className="absolute h-full rounded-full bg-accent" />
      </Radix.Track>
      {values.map((value, at) => (
        <Radix.Thumb
          key={thumbLabels[at] ?? at}
          aria-label={thumbLabels[at] ?? ""}
          aria-valuetext={say(value)}
          className="relative block size-4 rounded-full border-2 border-accent bg-surface-raised after:absolute after:-inset-1"
        />
      ))}
    </Radix.Root>
  );
}
