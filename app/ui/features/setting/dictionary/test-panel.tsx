import { Form } from "@remix-run/react";
import type { DictionaryTest, TestedLine } from "#app/core/domain/dictionary/term-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Citation } from "#app/ui/components/instrument/citation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import type { TermsTabProps } from "./dictionary-page.tsx";

const VOICES = { R: "us", C: "them" } as const;

/** What the dictionary as it is saved would make of a call that is here. */
export function TestPanel({ calls, test, q }: TermsTabProps) {
  const { t } = useTranslation("dictionary");
  if (calls.length === 0) return null;
  return (
    <Panel title={t("test.title")}>
      <Form
        action={paths.dictionary({}, "#test")}
        id="test"
        preventScrollReset
        className="flex flex-wrap items-end gap-2"
      >
        <input type="hidden" name="tab" value="terms" />
        {q === "" ? null : <input type="hidden" name="q" value={q} />}
        <label className="grid gap-1 text-sm">
          {t("test.call")}
          <Select
            key={test?.call.id ?? ""}
            name="test"
            width="hug"
            size="small"
            defaultValue={test?.call.id}
            options={calls.map(({ id, title }) => ({ value: id, label: title }))}
          />
        </label>
        <Button type="submit">{t("test.run")}</Button>
      </Form>
      {test === null ? null : <Result test={test} />}
    </Panel>
  );
}

function Result({ test: { call, words, changed, lines } }: { test: DictionaryTest }) {
  const { t } = useTranslation("dictionary");
  return (
    <>
      <p role="status" className="mt-2.5 text-sm text-ink-muted">
        {changed === 0
          ? t("test.nothing", { words })
          : t("test.changed", { count: changed, words })}
      </p>
      {lines.length === 0 ? null : (
        <ul className="grid divide-y divide-line">
          {lines.map((line) => (
            <li
              key={`${line.t0Ms} ${line.name ?? ""}`}
              className="grid gap-x-6 gap-y-1 py-2 desk:grid-cols-2"
            >
              <div>
                <span className="text-xs text-ink-muted">{t("test.now")}</span>
                <p className="wrap-anywhere">
                  <Words line={line} is="was" />
                </p>
              </div>
              <div>
                <span className="text-xs text-ink-muted">
                  {t("test.then")}
                  <Citation
                    startMs={line.t0Ms}
                    name={line.name?.split(/[\s\u3000]/u)[0] ?? t("preview.somebody")}
                    side={line.side === null ? "none" : VOICES[line.side]}
                    to={paths.playback(call.id, { t: Math.floor(line.t0Ms / 1000) })}
                  />
                </span>
                <p className="wrap-anywhere">
                  <Words line={line} is="is" />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Words({ line: { pieces }, is }: { line: TestedLine; is: "was" | "is" }) {
  return pieces.map((piece, at) =>
    piece.was === piece.is ? (
      <span key={at}>{piece.is}</span>
    ) : is === "was" ? (
      <del key={at} className="text-ink-muted">
        {piece.was}
      </del>
    ) : (
      <mark key={at} className="rounded-mark bg-mark text-ink">
        {piece.is}
      </mark>
    ),
  );
}
