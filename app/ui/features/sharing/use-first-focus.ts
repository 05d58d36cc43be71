import { useEffect, useRef } from "react";
import { focusFirstField } from "#app/ui/components/primitive/first-field.ts";

/** A dialog opens before its fields have come: the first of them takes the focus when they do. */
export function useFirstFocus(isLoaded: boolean) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLoaded && content.current !== null) focusFirstField(content.current);
  }, [isLoaded]);
  return content;
}
