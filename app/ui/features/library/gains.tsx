import type { Preview } from "#app/core/domain/library/library-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";

type Props = {
  preview: Preview;
  /** The actor gives the access themselves, so that their name is kept with it. */
  isGiving: boolean;
  /** A personal library gives no access. */
  isPersonal?: boolean;
};

/** What adding an item does: how many people it shows it to, who of them gains access, and how long that lasts. */
export function Gains({ preview, isGiving, isPersonal = false }: Props) {
  const { t } = useTranslation("library");
  const { source, shows, outside, gains } = preview;
  const isClip = source.kind === "clip";
  const people = t("people", { count: shows });
  // A call of no team has no people outside of it.
  const isOutside = (one: Preview["gains"][number]) => source.team !== null && one.isOutsideTeam;
  const others = shows - gains.length;
  const notes = isPersonal
    ? [t("add.personal")]
    : gains.length === 0
      ? [t("add.nobodyNew"), ...(isClip ? [t("add.clip.ends")] : [])]
      : [
          ...(others > 0 ? [t("add.others", { count: others })] : []),
          t(`add.${source.kind}.ends`),
          ...(isGiving && !isClip ? [t("add.call.yours")] : []),
        ];
  return (
    <div className="grid gap-3">
      <p className="text-lg leading-snug font-strong text-balance">
        {outside === 0
          ? t("add.shows", { people })
          : t("add.showsOutside", { people, count: outside })}
      </p>
      <GainList
        gains={gains.map((one) => ({
          ...one,
          note: isOutside(one) ? t("add.outsideTeam") : undefined,
        }))}
      />
      <p className="text-xs text-ink-muted">{notes.join(" ")}</p>
    </div>
  );
}

const MOST_NAMED = 8;
type Gain = { id: string; name: string; note?: string | undefined };

/** Who can open something afterwards and cannot now; where they are many, the rest is one press away. */
export function GainList({ gains }: { gains: readonly Gain[] }) {
  const { t } = useTranslation("library");
  if (gains.length === 0) return null;
  const rest = gains.slice(MOST_NAMED);
  return (
    <div className="grid gap-1.5 text-sm">
      <Names gains={gains.slice(0, MOST_NAMED)} />
      {rest.length === 0 ? null : (
        <details>
          <summary className="words-link w-fit cursor-pointer text-link">
            {t("add.more", { count: rest.length })}
          </summary>
          <div className="mt-1.5">
            <Names gains={rest} />
          </div>
        </details>
      )}
    </div>
  );
}

function Names({ gains }: { gains: readonly Gain[] }) {
  const { t } = useTranslation("library");
  return (
    <ul className="grid gap-1.5">
      {gains.map(({ id, name, note }) => (
        <li key={id} className="flex items-center gap-2">
          <Face name={name} />
          <span className="min-w-0 grow wrap-anywhere">
            <bdi>{name}</bdi>
            {note === undefined ? null : (
              <span className="ml-2 text-xs text-ink-muted">{note}</span>
            )}
          </span>
          <span className="shrink-0">
            <Tag>{t("add.newAccess")}</Tag>
          </span>
        </li>
      ))}
    </ul>
  );
}
