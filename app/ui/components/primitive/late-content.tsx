import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { focusFirstField } from "./first-field.ts";

/** What a layer loads when it is opened. The layer had no field to give the focus to then: it is given when they have come. */
export function LateContent({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <WithFocus>{children}</WithFocus>
    </Suspense>
  );
}

function WithFocus({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A slider hides its thumb until it has been measured.
    const frame = requestAnimationFrame(() => {
      if (content.current) focusFirstField(content.current);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return <div ref={content}>{children}</div>;
}
