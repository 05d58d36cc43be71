import type { ShownLink } from "#app/core/pages/call-links.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useJoined } from "./use-joined.ts";
import { SHOWN } from "./share-fields.tsx";
import type { ShareSubject } from "./share-subject.ts";

/** What a link is called in its list, and what it shows to whom, until when. */
export function useLinkFacts(subject: ShareSubject, link: ShownLink) {
  const { t } = useTranslation("share");
  const joined = useJoined();
  const { duration, date } = useFormat();
  const { range, list, shows, state } = link;
  const whole = () =>
    list === null
      ? t(subject.kind === "clip" ? "clip.whole" : "list.whole")
      : t("library.whole", { count: list.items });
  const name =
    range === null
      ? whole()
      : t("list.range", { from: duration(range.t0Ms), to: duration(range.t1Ms) });
  const end = date(link.endsAt);
  const facts = [
    link.needsEmail ? t("list.people", { count: link.addresses.length }) : t("list.anyone"),
    ...(link.hasPassword ? [t("list.withPassword")] : []),
    ...SHOWN.filter((part) => shows[part]).map((part) => t(`list.shows.${part}`)),
    ...(shows.embed ? [t("embedding.allowed")] : []),
    state === "expired" ? t("list.expired", { date: end }) : t("list.until", { date: end }),
    ...(link.by === null ? [] : [t("list.by", { name: link.by })]),
  ];
  return {
    name,
    /** Of two links to the same part, the names of their buttons must differ. */
    fullName: joined([name, link.title]),
    facts: joined(facts),
  };
}
