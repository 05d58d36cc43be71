import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect` where there is a layout; on the server, where there is none, nothing and no warning. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
