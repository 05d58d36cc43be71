import { Undo2, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { LIMITS } from "#app/core/domain/limits.ts";
import { PHRASE_FAULTS } from "#app/core/domain/tracker/phrase.ts";
import { phraseFault, phrasesOf } from "#app/core/domain/tracker/tracker.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import {
  controlAttributes,
  FieldFrame,
  type FormField,
  refusedField,
  startText,
} from "#app/ui/components/form/field-frame.tsx";
import { TextareaField } from "#app/ui/components/form/textarea-field.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { PhraseChip } from "./phrase-chip.tsx";

type Props = {
  field: FormField;
  /** Those that can be put back once they are taken out; others are new. */
  inUse: readonly string[];
  label: string;
  hint: string;
  /** For who types one a line. */
  hintLines: string;
  /** What stands in the field where the next one is typed. */
  add: string;
  rules: ChipRules;
};
export type ChipRules = {
  /** Those that a text is made of. */
  linesOf: (text: string) => string[];
  /** Why one cannot be taken, as a form code. */
  faultOf: (line: string) => string | null;
  most: number;
};

const PHRASES: ChipRules = {
  ...{ linesOf: phrasesOf, faultOf: phraseFault },
  most: LIMITS.trackerPhrases,
};

/** The phrases of a tracker. */
export function PhraseField(props: Pick<Props, "field" | "inUse">) {
  const { t } = useTranslation("dictionary");
  return (
    <ChipField
      {...props}
      label={t("phrases")}
      hint={t("phraseHint")}
      hintLines={t("phraseHintLines")}
      add={t("addPhrase")}
      rules={PHRASES}
    />
  );
}

/** Phrases as chips: Enter adds what was typed, what is taken out can be put back. Without script one a line. */
export function ChipField(props: Props) {
  const { field, label, hintLines } = props;
  const isHydrated = useHydrated();
  return isHydrated ? (
    <Chips {...props} />
  ) : (
    <div className="grid gap-[5px]">
      <TextareaField field={field} label={label} hint={hintLines} rows={8} />
      <PhraseFaultNote code={field.errors?.[0]} />
    </div>
  );
}

function Chips({ field, inUse, label, hint: hintText, add: addText, rules }: Props) {
  const { t } = useTranslation("dictionary");
  const { linesOf, faultOf, most } = rules;
  const [kept, setKept] = useState<readonly string[]>(() => linesOf(startText(field)));
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const gone = inUse.filter((phrase) => !kept.includes(phrase));
  const add = (text: string) => {
    const lines = linesOf(text);
    const wrong = lines.map(faultOf).find((code) => code !== null) ?? null;
    setFault(wrong);
    setTyped(wrong === null ? "" : text);
    if (wrong === null) setKept([...kept, ...lines.filter((line) => !kept.includes(line))]);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter that ends a Japanese word is not the end of the phrase.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add(typed);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text");
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    add(typed + text);
  };
  const count = t("phraseCount", { n: kept.length, max: most });
  const hint = `${hintText} ${count}`;
  const shown = fault === null ? field : refusedField(field, fault);
  // The hidden field beside it is the one that is sent, and the one that must not be empty.
  const { name: _name, required: _required, ...attributes } = controlAttributes(shown, hint);
  // What is typed and not yet a chip is sent with the others: it was meant.
  const value = linesOf([...kept, typed].join("\n")).join("\n");
  return (
    <FieldFrame field={shown} label={label} hint={hint}>
      <input type="hidden" name={field.name} value={value} form={field.formId} />
      <div className="grid gap-2 rounded-control border border-line-control bg-surface-raised p-2">
        <ul aria-label={label} className="flex flex-wrap gap-1.5 empty:hidden">
          {kept.map((phrase) => (
            <li key={phrase} className="max-w-full">
              <PhraseChip phrase={phrase} state={inUse.includes(phrase) ? "kept" : "made"}>
                <IconButton
                  icon={X}
                  size="small"
                  label={t("removePhrase", { phrase })}
                  onClick={() => setKept(kept.filter((other) => other !== phrase))}
                />
              </PhraseChip>
            </li>
          ))}
          {gone.map((phrase) => (
            <li key={phrase} className="max-w-full">
              <PhraseChip phrase={phrase} state="gone">
                <IconButton
                  icon={Undo2}
                  size="small"
                  label={t("keepPhrase", { phrase })}
                  onClick={() => setKept([...kept, phrase])}
                />
              </PhraseChip>
            </li>
          ))}
        </ul>
        <input
          {...attributes}
          value={typed}
          placeholder={addText}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          className={controlLook({ size: "small", className: "w-full" })}
        />
      </div>
      <PhraseFaultNote code={shown.errors?.[0]} />
    </FieldFrame>
  );
}

/** What is wrong with a phrase and how to mend it, below the sentence that the form has for every field. */
function PhraseFaultNote({ code = "" }: { code?: string | undefined }) {
  const { t } = useTranslation("dictionary");
  const facts = new URLSearchParams(code.slice(code.indexOf("?") + 1));
  const why = PHRASE_FAULTS.find((fault) => fault === facts.get("why"));
  return (
    <p role="status" className="text-xs text-danger empty:hidden">
      {why === undefined ? null : t(`phraseFault.${why}`, { phrase: facts.get("phrase") ?? "" })}
    </p>
  );
}
