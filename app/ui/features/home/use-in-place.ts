import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { paths } from "#app/paths.ts";

/** What a form of Home was answered in place; `error` by field. */
export type InPlaceAnswer = {
  ok?: boolean;
  error?: Record<string, string[] | null> | null;
  commentId?: string;
  number?: number;
  to?: number;
};

/**
 * A form of a row that is answered where it stands. Without script the same form leads back to Home.
 * @param onDone hears of each answer that says yes
 */
export function useInPlace(onDone: (answer: InPlaceAnswer) => void) {
  const fetcher = useFetcher<InPlaceAnswer>();
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  const { data, state, Form, submit } = fetcher;
  useEffect(() => {
    // At once: the page is read again next, and the row is gone with that.
    if (data?.ok === true) done.current(data);
  }, [data]);
  const codes = Object.entries<string[] | null>(data?.error ?? {}).flatMap(([field, found]) =>
    (found ?? []).map((code) => ({ field, code })),
  );
  // Whoever presses while the page is waking up has script, too: where it goes is decided then.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { nativeEvent } = event;
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    const pressed = submitter instanceof HTMLButtonElement ? submitter : event.currentTarget;
    submit(pressed, { method: "post", action: paths.homeInPlace() });
  };
  return { Form, action: paths.homeForms(), onSubmit, state, codes };
}
