import { createContext, type ReactNode, useContext } from "react";

const Reason = createContext<string | undefined>(undefined);

type Props = {
  /** Why nothing can be changed on these pages, in a sentence; undefined: it can. */
  reason: string | undefined;
  children: ReactNode;
};

/**
 * Around pages on which nothing can be changed, as for an admin who views as somebody else (product §12.2). Buttons that
 * change something say why they are off; the server refuses them all the same.
 */
export function ReadOnly({ reason, children }: Props) {
  return <Reason.Provider value={reason}>{children}</Reason.Provider>;
}

/** For a button that changes something, or opens what does: its `disabledReason`. */
export const useReadOnly = (): string | undefined => useContext(Reason);
