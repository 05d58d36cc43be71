import { useNavigate } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { paths } from "#app/paths.ts";
import { listPairs } from "./list-url.ts";

type Props = {
  query: RecordingsQuery;
  /** Keys of the address that the form's own fields replace. */
  without: readonly string[];
  /** Makes it a search of that name. */
  label?: string;
  look: string;
  children: ReactNode;
};

/**
 * A form that changes the list's address and keeps what is in it already; empty fields are not written into it, but on
 * a view, where they take away what the view holds. The browser's own: a list has a dozen, and Remix resolves the address of each of its forms when it is drawn.
 */
export function ListForm({ query, without, label, look, children }: Props) {
  const navigate = useNavigate();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = [...new FormData(event.currentTarget)].flatMap(
      ([key, value]): [string, string][] =>
        typeof value === "string" && (value.trim() !== "" || query.view !== null)
          ? [[key, value]]
          : [],
    );
    const search = new URLSearchParams(filled).toString();
    navigate(search === "" ? paths.recordings() : `${paths.recordings()}?${search}`, {
      preventScrollReset: true,
    });
  };
  return (
    <form
      action={paths.recordings()}
      onSubmit={send}
      className={look}
      {...(label === undefined ? {} : { role: "search", "aria-label": label })}
    >
      {listPairs(query)
        .filter(([key]) => !without.includes(key))
        .map(([key, value]) => (
          <input key={`${key}=${value}`} type="hidden" name={key} value={value} />
        ))}
      {children}
    </form>
  );
}
