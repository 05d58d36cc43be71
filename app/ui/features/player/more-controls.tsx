import { Volume2, VolumeX } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Slider } from "#app/ui/components/primitive/slider.tsx";
import { CopyLink } from "./copy-link.tsx";
import type { Layer } from "./layers.ts";
import { MomentSteps } from "./moment-steps.tsx";
import type { MoreProps } from "./more-menu.tsx";
import { usePlayer, usePlayerState } from "./player-context.tsx";
import { SkipSilence } from "./skip-silence.tsx";

/** A button that silences, and how loud it is. */
export function VolumeControl() {
  const { t } = useTranslation("player");
  const format = useFormat();
  const store = usePlayer();
  const volume = usePlayerState((state) => state.settings.volume);
  const isMuted = usePlayerState((state) => state.settings.isMuted);
  return (
    <div className="flex items-center gap-3">
      <IconButton
        icon={isMuted ? VolumeX : Volume2}
        label={t("mute")}
        keys="M"
        aria-pressed={isMuted}
        onClick={() => store.mute(!isMuted)}
      />
      <Slider
        label={t("volume")}
        min={0}
        max={100}
        step={5}
        value={isMuted ? 0 : Math.round(volume * 100)}
        say={(value) => format.percent(value / 100)}
        onChange={(value) => store.volume(value / 100)}
      />
    </div>
  );
}

/** A box to tick for each layer of the timeline. */
export function LayerList({ layers }: { layers: readonly Layer[] }) {
  const store = usePlayer();
  const hidden = usePlayerState((state) => state.settings.hidden);
  const toggle = (layer: string, isOn: boolean) =>
    store.keep({ hidden: isOn ? hidden.filter((entry) => entry !== layer) : [...hidden, layer] });
  return (
    <ul className="grid gap-1">
      {layers.map(({ id, label }) => (
        <li key={id}>
          <label className="flex min-h-8 items-center gap-2">
            <Checkbox
              checked={!hidden.includes(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
            {label}
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Everything of the wide bar that the narrow one leaves out. */
export function MoreControls({ layers, steps, link }: MoreProps) {
  const { t } = useTranslation("player");
  return (
    <div className="grid gap-3">
      <div className="grid justify-items-start gap-2">
        <CopyLink link={link} />
        <SkipSilence />
        {steps === null ? null : <MomentSteps steps={steps} />}
      </div>
      <VolumeControl />
      {layers.length === 0 ? null : (
        <fieldset className="border-t border-line pt-2">
          <legend className="sr-only">{t("layers")}</legend>
          <LayerList layers={layers} />
        </fieldset>
      )}
    </div>
  );
}
