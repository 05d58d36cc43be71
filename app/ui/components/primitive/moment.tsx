import { useFormat } from "#app/i18n/place.tsx";

type Props = { iso: string; style?: "when" | "whenInZone" | "exact" | "date" | "time" };

/** A moment in the reader's zone; the exact one with its zone is in the title. */
export function Moment({ iso, style = "when" }: Props) {
  const format = useFormat();
  const say = {
    when: format.when,
    whenInZone: format.whenInZone,
    exact: format.dateTime,
    date: format.date,
    time: format.time,
  };
  return (
    <time dateTime={iso} title={format.dateTime(iso)} suppressHydrationWarning>
      {say[style](iso)}
    </time>
  );
}
