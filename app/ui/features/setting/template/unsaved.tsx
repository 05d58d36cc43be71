import { useBeforeUnload, useNavigation } from "@remix-run/react";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { LeaveQuestion } from "#app/ui/components/form/leave-question.tsx";

type Props = {
  /** The command that saves what is typed inside. */
  intent: string;
  /** It was refused: what is typed is still not saved. */
  isRefused: boolean;
  children: ReactNode;
};

/** Around a form: asks before what was typed is left behind. Without script the browser keeps its own counsel. */
export function Unsaved({ intent, isRefused, children }: Props) {
  const isDirty = useRef(false);
  const { formData } = useNavigation();
  useEffect(() => {
    if (formData?.get("intent") === intent) isDirty.current = false;
  }, [formData, intent]);
  useEffect(() => {
    if (isRefused) isDirty.current = true;
  }, [isRefused]);
  useBeforeUnload(
    useCallback((event) => {
      if (isDirty.current) event.preventDefault();
    }, []),
  );
  return (
    // What is typed bubbles up from the fields; nothing is pressed here.
    <div onInput={() => (isDirty.current = true)}>
      {children}
      <LeaveQuestion isDirty={() => isDirty.current} />
    </div>
  );
}
