import { createContext } from "react";

/** The nonce of this response's scripts; empty in the browser, which never shows it. */
export const NonceContext = createContext("");
