const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Said while thinking: a question goes on behind them. */
export const HESITATIONS = list("um uh er erm uhm mm hmm ah");

/** After these a new thought may begin in speech without punctuation. */
export const OPENERS = list(`
  so and but or okay ok well then right yeah yes yep no great perfect good nice sure thanks understand understood
  exactly question alright cool anyway also because hello hi hey fine lovely excellent brilliant wonderful correct
  finally honestly actually sorry absolutely indeed oh wow`);

/** Short answers of two words, after which a new thought may begin. */
export const ANSWERED =
  /^(?:i (?:see|know|understand|agree)|got it|of course|makes sense|fair enough|that's (?:right|true|fine|good|great|correct)|go ahead|no (?:problem|worries)|thank you|sounds good|all right|me too|not yet|(?:i|we|you|they|it|he|she) (?:do|does|did|can|could|will|would|have|has|am|are|is|was)(?:n't)?)$/;

/** After it a new thought may begin, with whatever it was said to. */
export const GREETING = /^good (?:morning|afternoon|evening|day)$/;

/** Opens a clause that the main one follows: "if we sign by friday do you still …". */
export const SUBORDINATORS = list(
  "if when once after before because since unless until while although though",
);

/** Begins what is named first and asked about: "the landlord is he …". */
export const DETERMINERS = list("the that this these those your our my their his her its");

/** Before a question that is only told of: "I know what that is". */
export const TELLERS = list(`
  know knows knew known remember remembers forget forgot forgotten wonder wonders wondering wondered ask asks asked asking
  see seen tell tells told understand understood explain explained show shows shown find found check checks checked decide
  decided decides figure figured guess sure idea idea matter matters on about of out exactly depends regardless whether
  is was that explains describe describes discuss learn learned learnt hear heard imagine care`);

const PRONOUNS = "i you he she it we they";
export const PRONOUN = list(PRONOUNS);
/** What the subject of an inverted question begins with. */
export const SUBJECT = list(`
  ${PRONOUNS} your our their the its that this these those there my his her a an any anyone anything anybody someone
  something somebody everyone everything everybody people all both each either neither some most many more another other
  now today tomorrow one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  twenty thirty forty fifty sixty seventy eighty ninety`);

export const DO = list("do does did don't doesn't didn't");
export const BE = list("is are was were isn't aren't wasn't weren't am");
export const HAVE = list("have has had haven't hasn't hadn't");
export const MODAL = list(
  "can could would will should shall can't couldn't wouldn't won't shouldn't may might must",
);
export const isAuxiliary = (word: string): boolean =>
  DO.has(word) || BE.has(word) || HAVE.has(word) || MODAL.has(word);

/** Auxiliary and the pronouns that agree with it; "is we" is no inversion. */
export const AGREES: Readonly<Record<string, ReadonlySet<string>>> = {
  do: list("you we they i these those"),
  does: list("he she it that this anyone anybody someone everyone"),
  did: list("you we they i he she it that this anyone anybody"),
  is: list("he she"),
  are: list("you we they"),
  was: list("he she"),
  were: list("you we they"),
  have: list("you they we"),
  has: list("he she anyone anybody"),
  shall: list("we i"),
  am: list("i"),
};
export const ANY_SUBJECT = list(
  "you we they i he she it that there anyone anybody someone the your our their its his her my this these those",
);

/** A verb behind one of these has its subject already, or is none. */
export const BOUND = list(`
  ${PRONOUNS} who which what how when where why to not never also really always just still only than as
  neither nor can could would will should must might may do does did if whether i'd you'd we'd they'd he'd she'd it'd
  i'll you'll we'll they'll the a an my your our their let's let gonna probably definitely certainly ever`);

export const WH = list("what how why when where who whom whose which");
export const WH_SHORT = list(
  "what's how's why's when's where's who's what're who'd what'd how'd where'd what'll who'll",
);
/** What may stand between a question word and its verb: "how many people", "what kind of budget". */
export const NO_MODIFIER = list(`
  ${PRONOUNS} me us him them that this these those there the a an to in on at for from with by about and or but because if whether not
  your our their my his her its is are`);
/** "What kind is it", but "what matters is it": nouns that follow `what`. */
export const WHAT_NOUN = list(
  "kind type sort time else other exactly size price percentage share part date day number amount",
);
/** Verbs of which a question word at the start is the subject. */
export const SUBJECT_VERB = list(
  "happens happened else makes made brings brought triggered changed caused causes drives stops stopped went keeps prompted",
);
/** Before a question word that stands last: "valid until when". */
export const IN_SITU_BEFORE = list(
  "until till since by from for at to with in of is are was or costs meaning means called",
);
