import { MicOff } from "lucide-react";
import { useCallback } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { GuestPeopleEvent } from "#app/core/domain/live/live-views.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { LevelLane, useLaneSource } from "#app/ui/features/capture/level-lane.tsx";
import type { RoomSnapshot } from "../room/room-session.client.ts";
import { ownVoice, type VoiceNow, voiceOfPeers } from "../room/voice-now.ts";

type Person = GuestPeopleEvent["people"][number];
type Props = {
  people: GuestPeopleEvent["people"];
  room: RoomSnapshot | null;
  levelOf: (identity: string) => number;
  ownName: string;
};

/** Everybody in the call with the lane of their voice, oneself first. */
export function LobbyPeople({ people, room, levelOf, ownName }: Props) {
  const { t } = useTranslation("lobby");
  const others = people.filter(({ isYou }) => !isYou);
  return (
    <Panel title={t("room.people")} inside="flush">
      <ul className="pt-1 pb-2">
        <Voice
          name={ownName}
          note={t("room.you")}
          identities={room?.identity == null ? [] : [room.identity]}
          side="them"
          voice={room === null ? "on" : ownVoice(room)}
          levelOf={levelOf}
        />
        {others.map((person) => (
          <Voice
            key={person.participantId}
            name={person.name}
            identities={person.identities}
            side={sideOf(person)}
            voice={voiceNowOf(person, room)}
            levelOf={levelOf}
          />
        ))}
      </ul>
      {others.length === 0 ? (
        <p className="px-4 pb-3 text-sm text-ink-muted">{t("room.alone")}</p>
      ) : null}
    </Panel>
  );
}

type VoiceProps = {
  name: string;
  note?: string;
  identities: readonly string[];
  side: "us" | "them";
  voice: VoiceNow;
  levelOf: (identity: string) => number;
};

function Voice({ name, note, identities, side, voice, levelOf }: VoiceProps) {
  const { t } = useTranslation("lobby");
  const list = identities.join(" ");
  const read = useCallback(
    () => (list === "" ? 0 : Math.max(0, ...list.split(" ").map(levelOf))),
    [list, levelOf],
  );
  const source = useLaneSource(read);
  return (
    <li className="px-4 pt-1">
      <span className="flex min-w-0 items-center gap-2 text-sm leading-tight">
        <span className={`truncate font-medium ${side === "us" ? "text-us-ink" : "text-them-ink"}`}>
          {name}
        </span>
        {note === undefined ? null : (
          <span className="shrink-0 text-xs text-ink-muted">{note}</span>
        )}
        {voice === "muted" || voice === "noMic" ? (
          <span className="ml-auto flex shrink-0 items-center gap-1 text-xs text-ink-muted">
            <Icon of={MicOff} />
            {t(`room.${voice}`)}
          </span>
        ) : null}
      </span>
      <LevelLane label={t("room.levelOf", { name })} side={side} source={source} />
    </li>
  );
}

/** Identities tell hosts from guests; the colours mean the same on every screen. */
const sideOf = ({ identities }: Person): "us" | "them" =>
  identities.some((identity) => identity.startsWith("g:")) ? "them" : "us";

/** The room knows first; the list knows of those who are between two connections. */
function voiceNowOf(person: Person, room: RoomSnapshot | null): VoiceNow {
  const seen = room?.peers.filter(({ identity }) => person.identities.includes(identity)) ?? [];
  return voiceOfPeers(seen) ?? (person.isMuted ? "muted" : "on");
}
