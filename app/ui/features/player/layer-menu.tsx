import { Layers } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import type { Layer } from "./layers.ts";
import { usePlayer, usePlayerState } from "./player-context.tsx";

/** Which layers the timeline shows; kept for the next call. */
export function LayerMenu({ layers }: { layers: readonly Layer[] }) {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const hidden = usePlayerState((state) => state.settings.hidden);
  const toggle = (layer: string, isOn: boolean) =>
    store.keep({ hidden: isOn ? hidden.filter((entry) => entry !== layer) : [...hidden, layer] });
  return (
    <Popover
      label={t("layers")}
      size="small"
      align="end"
      trigger={<IconButton icon={Layers} label={t("layers")} />}
    >
      <ul className="grid gap-1">
        {layers.map(({ id, label }) => (
          <li key={id}>
            <label className="flex min-h-7 items-center gap-2">
              <Checkbox
                checked={!hidden.includes(id)}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
              />
              {label}
            </label>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
