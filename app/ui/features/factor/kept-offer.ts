export type Offer = { secret: string; url: string; sealed: string };

/**
 * A refused code keeps the key it was made with: people have added it by now.
 * @param sent the fields of the refused form, if one was
 */
export function keptOffer(offer: Offer, sent: Record<string, unknown> | null | undefined): Offer {
  const kept = (name: keyof Offer): string => {
    const value = sent?.[name];
    return typeof value === "string" ? value : offer[name];
  };
  return { secret: kept("secret"), url: kept("url"), sealed: kept("sealed") };
}
