import { createStore } from "./store.ts";

const { set, ...store } = createStore(false);

/** Whether the server refused something of this tab because its session is over; the frame says where to sign in. */
export const signedOut = {
  ...store,
  set,
  /** @param status of the answer to what was sent past the router; undefined: there was none */
  learn(status: number | undefined): void {
    if (status === 401) set(true);
    else if (status !== undefined && status < 400) set(false);
  },
};
