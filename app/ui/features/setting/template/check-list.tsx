import type { PersonRef } from "#app/core/domain/views.ts";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";

type Props = {
  legend: string;
  name: string;
  options: readonly PersonRef[];
  chosen: readonly string[];
  /** Said where there is nothing to choose. */
  empty: string;
};

/** Any number of a few. */
export function CheckList({ legend, name, options, chosen, empty }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {options.length === 0 ? <p className="text-sm text-ink-muted">{empty}</p> : null}
      <div className="grid max-h-60 gap-0.5 overflow-y-auto">
        {options.map((option) => (
          <label key={option.id} className="flex min-h-6 items-start gap-1.5 text-sm">
            <Checkbox name={name} value={option.id} defaultChecked={chosen.includes(option.id)} />
            <bdi className="pt-0.5">{option.name}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
