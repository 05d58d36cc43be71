import { lexiconHash, lexiconOf } from "#app/core/domain/words/lexicon.ts";
import type { dictionaryCommands } from "#app/core/pages/dictionary-commands.server.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

const aTracker = { right: "dictionary.manage", about: "label" } as const;
const content = { side: "C", category: "pricing", language: "en", phrases: "price" } as const;
const term = { term: "Kestrel", language: "en", category: "product", boost: "8" } as const;
const FILLERS = lexiconOf("en")?.entries.filter(({ kind }) => kind === "filler") ?? [];
/** Names the list that a workspace begins with. */
const SEEN = lexiconHash({ language: "en", isSpaced: true, entries: FILLERS });

const dictionary = {
  make_tracker: {
    right: "dictionary.manage",
    about: "team",
    form: { name: "Another tracker", teamId: "{teamId}", ...content },
  },
  change_tracker: {
    ...aTracker,
    form: { trackerId: "{trackerId}", name: "Renamed", version: "1", ...content },
  },
  preview_tracker: {
    ...aTracker,
    form: { trackerId: "{trackerId}", ...content },
    changesNothing: "it says what would be found",
  },
  make_term: {
    right: "dictionary.manage",
    about: "team",
    form: { ...term, teamId: "{teamId}" },
  },
  change_term: { ...aTracker, form: { termId: "{termId}", version: "1", ...term } },
  delete_term: { ...aTracker, form: { termId: "{termId}" } },
  import_terms: {
    right: "dictionary.manage",
    about: "team",
    form: { text: "DockLine,dock line", teamId: "{teamId}" },
  },
  suggest_term: {
    right: "dictionary.suggest",
    form: { term: "Harrier", variant: "harry her", language: "en" },
  },
  accept_suggestion: { ...aTracker, form: { suggestionId: "{suggestionId}" } },
  decline_suggestion: { ...aTracker, form: { suggestionId: "{suggestionId}" } },
  change_lexicon: {
    right: "dictionary.everywhere",
    form: { language: "en", list: "filler", words: "um, well", seen: SEEN },
  },
  restore_lexicon: { right: "dictionary.everywhere", form: { language: "en", list: "filler" } },
  preview_lexicon: {
    right: "dictionary.everywhere",
    form: { language: "en", list: "filler", words: "um, well" },
    changesNothing: "it says what would change",
  },
  count_words: { right: "dictionary.everywhere", form: { language: "en" } },
  archive_tracker: { ...aTracker, form: { trackerId: "{trackerId}" } },
  restore_tracker: { ...aTracker, form: { trackerId: "{archivedTrackerId}" } },
} satisfies CasesOf<typeof dictionaryCommands.commands>;

export const requests: Requests = {
  reads: [
    read("dictionary.list", "routes/setting/dictionary", "/setting/dictionary", {
      open: "{trackerId}",
    }),
    read("dictionary.list", "routes/setting/dictionary", "/setting/dictionary", {
      ...{ tab: "terms", open: "{termId}", test: "{callId}" },
    }),
    read("dictionary.list", "routes/setting/dictionary", "/setting/dictionary", {
      tab: "suggestions",
    }),
    read("dictionary.list", "routes/setting/dictionary", "/setting/dictionary", {
      ...{ tab: "lexicons", language: "ja" },
    }),
    read("dictionary.list", "routes/resource/terms-csv", "/setting/dictionary/terms.csv"),
  ],
  commands: [...askedOf("routes/setting/dictionary", "/setting/dictionary", dictionary)],
  optional: ["side", "trackerId", "variants", "variant", "isCaseSensitive", "isEnabled", "runPast"],
  roles: { "dictionary.everywhere": "admins", "dictionary.manage": "leaders" },
};
