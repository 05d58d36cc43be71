import { signedOut } from "./signed-out.ts";

/** What the router tells of a page it could read again. */
type Asked = {
  currentUrl: URL;
  nextUrl: URL;
  actionResult?: unknown;
  actionStatus?: number | undefined;
  defaultShouldRevalidate: boolean;
};
type Decide<A> = (asked: A) => boolean;
/** The part of a route of the router's own that is changed here. */
type Route<A> = {
  shouldRevalidate?: Decide<A> | undefined;
  lazy?: (() => Promise<object>) | undefined;
  children?: Route<A>[] | undefined;
};

const isRefused = (answer: unknown): boolean =>
  typeof answer === "object" &&
  answer !== null &&
  "code" in answer &&
  answer.code === "unauthenticated";

/**
 * A page with a form that was refused because the session is over stays as it is. Read again, as after every form, it
 * would be led to sign-in, and what was typed would be gone.
 */
function keepPage<A extends Asked>(own: Decide<A> | undefined): Decide<A> {
  return (asked) => {
    const { actionResult, actionStatus, currentUrl, nextUrl, defaultShouldRevalidate } = asked;
    if (isRefused(actionResult)) signedOut.set(true);
    else signedOut.learn(actionStatus);
    if (signedOut.get() && currentUrl.href === nextUrl.href) return false;
    return own?.(asked) ?? defaultShouldRevalidate;
  };
}

const kept = new WeakSet<object>();

/** Once for the routes of a router: here and not in each of their modules, so that none is left out. */
export function keepForms<A extends Asked>(routes: readonly Route<A>[]): void {
  if (kept.has(routes)) return;
  kept.add(routes);
  for (const route of routes) {
    const { lazy, children } = route;
    if (lazy === undefined) route.shouldRevalidate = keepPage(route.shouldRevalidate);
    else
      route.lazy = async () => {
        const made = await lazy();
        const own = "shouldRevalidate" in made ? made.shouldRevalidate : undefined;
        return { ...made, shouldRevalidate: keepPage(isDecide<A>(own) ? own : undefined) };
      };
    keepForms(children ?? []);
  }
}

const isDecide = <A>(value: unknown): value is Decide<A> => typeof value === "function";
