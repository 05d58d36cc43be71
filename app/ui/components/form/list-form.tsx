import { useNavigate } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";

type Props = {
  /** The list's own address, without its search. */
  action: string;
  /** What the address keeps besides the form's own fields. */
  kept?: readonly (readonly [key: string, value: string])[];
  /** Empty fields are written into the address, too. */
  keepsEmpty?: boolean;
  /** Makes it a search of that name. */
  label?: string;
  isSearch?: boolean;
  keepsPlace?: boolean;
  look: string;
  children: ReactNode;
};

/**
 * A form that changes the address of a list; empty fields are not written into it. The browser's own, which works
 * without script: a list has a dozen, and Remix resolves the address of each of its forms when it is drawn.
 */
export function ListForm(props: Props) {
  const { action, kept = [], keepsEmpty = false, label, look, children } = props;
  const { isSearch = label !== undefined, keepsPlace = false } = props;
  const navigate = useNavigate();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = [...new FormData(event.currentTarget)].flatMap(
      ([key, value]): [string, string][] =>
        typeof value === "string" && (keepsEmpty || value.trim() !== "") ? [[key, value]] : [],
    );
    const search = new URLSearchParams(filled).toString();
    navigate(search === "" ? action : `${action}?${search}`, { preventScrollReset: keepsPlace });
  };
  return (
    <form
      action={action}
      onSubmit={send}
      className={look}
      {...(isSearch && { role: "search" })}
      {...(label === undefined ? {} : { "aria-label": label })}
    >
      {kept.map(([key, value]) => (
        <input key={`${key}=${value}`} type="hidden" name={key} value={value} />
      ))}
      {children}
    </form>
  );
}
