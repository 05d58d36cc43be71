import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { CRM_TABS, type CrmChanges as Changes } from "#app/core/domain/crm/crm-views.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { SplitPane } from "#app/ui/components/layout/split-pane.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import type { DealSlot } from "./blocked-actions.tsx";
import { type Chosen, CrmChanges } from "./crm-changes.tsx";
import { CrmFacts } from "./crm-facts.tsx";
import { useCrmText } from "./use-crm-text.ts";

/** The player comes with the first change that is heard. */
const EvidencePlayer = lazy(() => import("#app/ui/features/player/evidence-player.tsx"));

/** Changes that wait for the reader, over all calls, and those that were decided. */
export function CrmPage({ changes, deal }: { changes: Changes; deal: DealSlot }) {
  const { t } = useCrmText();
  const { groups, counts, tab } = changes;
  const [chosen, setChosen] = useState<string | null>(null);
  const all = groups.flatMap((group) => group.writes.map((write) => ({ group, write })));
  const current =
    all.find(({ write }) => write.id === chosen) ??
    all.find(({ write }) => write.canDecide && write.state === "in_review") ??
    all[0];
  const [heard, setHeard] = useState<string | null>(null);
  const isWide = useSyncExternalStore(watchWidth, isDesk, () => true);
  return (
    <Page title={t("title")} facts={<span>{t("effect")}</span>}>
      <LinkTabs
        label={t("tabs")}
        tabs={CRM_TABS.map((id) => ({
          to: paths.homeCrm(id === "waiting" ? {} : { tab: id }),
          label: t(`tab.${id}`),
          count: counts[id],
          isCurrent: id === tab,
        }))}
      />
      {groups.length === 0 ? (
        <EmptyState title={t(`empty.${tab}`)} why={t("empty.waitingWhy")} action={null} />
      ) : (
        <SplitPane
          sideLabel={t("evidence.label")}
          main={
            <CrmChanges
              groups={groups}
              hasCall
              deal={deal}
              onPlay={({ write }) => {
                setHeard(write.id);
              }}
              onCurrent={({ write }) => {
                setChosen(write.id);
              }}
              opened={(one) =>
                isWide || heard !== one.write.id ? null : <Words chosen={one} isHeard />
              }
            />
          }
          side={
            <div className="grid gap-3 max-desk:hidden desk:sticky desk:top-4">
              {current === undefined ? null : (
                <Beside
                  key={current.write.id}
                  chosen={current}
                  isHeard={heard === current.write.id}
                />
              )}
            </div>
          }
        />
      )}
    </Page>
  );
}

// As the panel beside the list comes and goes: where there is none, words open in their row.
const DESK = "(min-width: 51.25rem)";
const isDesk = (): boolean => window.matchMedia(DESK).matches;
function watchWidth(onChange: () => void): () => void {
  const query = window.matchMedia(DESK);
  query.addEventListener("change", onChange);
  return () => {
    query.removeEventListener("change", onChange);
  };
}

/** The words that a change comes from, to hear and to read. */
function Words({ chosen: { group, write }, isHeard }: { chosen: Chosen; isHeard: boolean }) {
  const { t } = useCrmText();
  const hasScript = useHydrated();
  const [first] = write.evidence;
  // The server waits for no chunk: it would leave the place for the browser to draw, and say so as an error.
  if (first === undefined || !hasScript) return null;
  return (
    <Suspense fallback={<p className="text-xs text-ink-muted">{t("loading")}</p>}>
      <EvidencePlayer
        key={`${write.id} ${String(isHeard)}`}
        callId={write.callId}
        title={group.title}
        t0Ms={first.t0Ms}
        t1Ms={first.t1Ms}
        startsAtOnce={isHeard}
      />
    </Suspense>
  );
}

/** The current change beside the list: its words to hear and to read, and all that is known of it. */
function Beside({ chosen: { group, write }, isHeard }: { chosen: Chosen; isHeard: boolean }) {
  const { t, valueOf, format } = useCrmText();
  const [first] = write.evidence;
  return (
    <section
      aria-label={write.fieldLabel}
      className="grid gap-3 rounded-panel border border-line bg-surface-raised p-4"
    >
      <div>
        <h2 className="text-sm font-strong wrap-anywhere">
          {write.fieldLabel}
          {write.proposed === null ? null : `, ${valueOf(write, write.proposed)}`}
        </h2>
        <p className="text-xs text-ink-muted">
          {first === undefined
            ? t("evidence.none")
            : t("evidence.said", { name: first.name, time: format.duration(first.t0Ms) })}
        </p>
      </div>
      <Words chosen={{ group, write }} isHeard={isHeard} />
      <CrmFacts group={group} write={write} />
    </section>
  );
}
