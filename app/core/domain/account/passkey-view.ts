/** A passkey in its owner's list. */
export type PasskeyRow = { id: string; name: string; usedAt: string | null };
