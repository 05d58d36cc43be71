import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";

/** Browsers keep passkeys for names: never for a number such as 127.0.0.1. */
const canHere = (): boolean =>
  "PublicKeyCredential" in window && !/^[\d.]+$|^\[/.test(window.location.hostname);

/** Whether this browser can use passkeys on this page; not before script runs. */
export const useCanUsePasskeys = (): boolean => useHydrated() && canHere();
