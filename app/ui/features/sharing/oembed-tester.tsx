import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

/** What a site is answered that asks for the player behind a link. */
export function OEmbedTester() {
  const { t } = useTranslation("developer");
  const id = useId();
  const [url, setUrl] = useState("");
  const [answer, setAnswer] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    try {
      const got = await fetch(paths.oembed(url.trim()), { credentials: "omit" });
      setAnswer(`${got.status}\n${JSON.stringify(await got.json(), null, 2)}`);
    } catch (error) {
      setAnswer(error instanceof Error ? error.message : String(error));
    }
    setAsking(false);
  };
  return (
    <Panel title={t("oembed")}>
      <p className="mb-3 max-w-prose text-sm">{t("oembedNote")}</p>
      <form onSubmit={(event) => void ask(event)} className="flex flex-wrap items-end gap-2">
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <label htmlFor={id} className="text-sm font-medium">
            {t("url")}
          </label>
          <input
            id={id}
            type="url"
            required
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            className={controlLook({ className: "w-full font-mono text-xs" })}
          />
        </div>
        <Button type="submit" busy={isAsking && t("asking")}>
          {t("ask")}
        </Button>
      </form>
      {answer === null ? null : (
        <pre
          aria-label={t("answer")}
          role="status"
          className="mt-3 overflow-x-auto rounded-control bg-surface-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {answer}
        </pre>
      )}
    </Panel>
  );
}
