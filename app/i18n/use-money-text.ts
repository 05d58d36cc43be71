import { useFormat } from "./place.tsx";

/** "84,000 EUR"; empty where a deal has no amount. */
export function useMoneyText() {
  const { number } = useFormat();
  return ({ amount, currency }: { amount: string | null; currency: string | null }): string => {
    if (amount === null) return "";
    const value = Number(amount);
    return `${number(value, Number.isInteger(value) ? 0 : 2)} ${currency ?? ""}`.trim();
  };
}
