import type { SelectOption } from "#app/ui/components/primitive/select.tsx";

/** `Asia/Tokyo` stands as people write it. */
export const zoneOptions = (zones: readonly string[]): SelectOption[] =>
  zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
