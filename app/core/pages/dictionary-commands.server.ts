import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  findCountedOtherwise,
  previewLexicon,
} from "#app/core/domain/analysis/preview-lexicon.server.ts";
import { startBulk } from "#app/core/domain/bulk/start.server.ts";
import {
  changeTermForm,
  importTermsForm,
  ofSuggestion,
  ofTerm,
  suggestTermForm,
  type TermChangeForm,
  termForm,
} from "#app/core/domain/dictionary/dictionary.schema.ts";
import {
  changeLexiconForm,
  previewLexiconForm,
  recountLexiconForm,
  restoreLexiconForm,
} from "#app/core/domain/dictionary/lexicon.schema.ts";
import { changeLexicon, restoreLexicon } from "#app/core/domain/dictionary/lexicon-words.server.ts";
import { importTerms } from "#app/core/domain/dictionary/dictionary.server.ts";
import {
  acceptSuggestion,
  declineSuggestion,
  suggestTerm,
} from "#app/core/domain/dictionary/suggestion.server.ts";
import {
  changeTerm,
  deleteTerm,
  makeTerm,
} from "#app/core/domain/dictionary/term-writes.server.ts";
import { findTermCalls } from "#app/core/domain/dictionary/term-calls.server.ts";
import { listText } from "#app/core/domain/file-text.server.ts";
import { findPastCalls } from "#app/core/domain/tracker/past-calls.server.ts";
import { previewTracker } from "#app/core/domain/tracker/preview.server.ts";
import {
  changeTrackerForm,
  ofTracker,
  previewTrackerForm,
  type TrackerChange,
  trackerForm,
} from "#app/core/domain/tracker/tracker.schema.ts";
import {
  archiveTracker,
  changeTracker,
  makeTracker,
  restoreTracker,
} from "#app/core/domain/tracker/tracker-writes.server.ts";
import { commandsFor } from "./commands.ts";
import { firstDay } from "./dictionary-period.ts";
import type { LexiconPreviewAnswer, TrackerPreviewAnswer } from "./dictionary-views.ts";

const { command, commandOn, table } = commandsFor<Member, Permission, object>();
const onTracker = commandOn(ofTracker, "trackerId");
const onSuggestion = commandOn(ofSuggestion, "suggestionId");
const needs = "dictionary.manage";
/** Word lists are the workspace's: figures of all teams are counted with them. */
const everywhere = "dictionary.everywhere";

/** What the dictionary's page may ask for. */
export const dictionaryCommands = table({
  make_tracker: command({ schema: trackerForm, needs, run: makeTracker }),
  change_tracker: command({ schema: changeTrackerForm, needs, run: change }),
  preview_tracker: command({
    schema: previewTrackerForm,
    needs,
    run: async (actor, asked): Promise<TrackerPreviewAnswer> => ({
      typed: { ...asked, trackerId: asked.trackerId ?? null },
      preview: await previewTracker(actor, asked, firstDay(actor).start),
    }),
  }),
  make_term: command({ schema: termForm, needs, run: makeTerm }),
  change_term: command({ schema: changeTermForm, needs, run: changeTermWithPast }),
  delete_term: commandOn(ofTerm, "termId")(needs, deleteTerm),
  import_terms: command({
    schema: importTermsForm,
    needs,
    run: async (actor, { teamId, ...sent }) => ({
      imported: await importTerms(actor, await listText(sent), {
        ...{ language: actor.language ?? "en", teamId },
      }),
    }),
  }),
  suggest_term: command({ schema: suggestTermForm, needs: "dictionary.suggest", run: suggestTerm }),
  accept_suggestion: onSuggestion(needs, acceptSuggestion),
  decline_suggestion: onSuggestion(needs, declineSuggestion),
  change_lexicon: command({ schema: changeLexiconForm, needs: everywhere, run: changeLexicon }),
  restore_lexicon: command({ schema: restoreLexiconForm, needs: everywhere, run: restoreLexicon }),
  preview_lexicon: command({
    schema: previewLexiconForm,
    needs: everywhere,
    run: async (actor, asked): Promise<LexiconPreviewAnswer> => ({
      typed: asked,
      lexicon: await previewLexicon(actor, asked, firstDay(actor).start),
    }),
  }),
  count_words: command({
    schema: recountLexiconForm,
    needs: everywhere,
    run: async (actor, { language }): Promise<{ runId: string | null }> => {
      const { callIds, isCut } = await findCountedOtherwise(actor, language);
      if (callIds.length === 0) return { runId: null };
      return startBulk(actor, { kind: "count_words" }, { callIds, isAll: true, isCut });
    },
  }),
  archive_tracker: onTracker(needs, archiveTracker),
  restore_tracker: onTracker(needs, restoreTracker),
});

/** Saves it, and with the tick begins to write the calls that are here with the dictionary as it is then. */
async function changeTermWithPast(
  actor: Member,
  { runPast, ...input }: TermChangeForm,
): Promise<{ runId: string | null }> {
  await changeTerm(actor, input);
  if (!runPast) return { runId: null };
  const { callIds, isCut } = await findTermCalls(actor, input.termId);
  if (callIds.length === 0) return { runId: null };
  return startBulk(actor, { kind: "rewrite_terms" }, { callIds, isAll: true, isCut });
}

/** Saves it, and with the tick begins to read the calls that are here with it. */
async function change(
  actor: Member,
  { runPast, ...input }: TrackerChange,
): Promise<{ runId: string | null }> {
  await changeTracker(actor, input);
  if (runPast === undefined) return { runId: null };
  const { trackerId } = input;
  const { callIds, isCut } = await findPastCalls(actor, trackerId);
  if (callIds.length === 0) return { runId: null };
  return startBulk(actor, { kind: "run_tracker", trackerId }, { callIds, isAll: true, isCut });
}
