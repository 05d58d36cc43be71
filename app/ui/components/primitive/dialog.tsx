import * as Radix from "@radix-ui/react-dialog";
import { cva } from "class-variance-authority";
import { X } from "lucide-react";
import { type ReactElement, type ReactNode, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { focusFirstField } from "./first-field.ts";
import { focusHome } from "./focus-home.ts";
import { IconButton } from "./icon-button.tsx";

const look = cva(
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-y-auto rounded-panel border border-line bg-surface-raised p-4 text-ink shadow-float motion-safe:animate-layer",
  { variants: { size: { question: "max-w-md", form: "max-w-lg", wide: "max-w-3xl" } } },
);

type Props = {
  /** Says what happens: "End the call for everybody?" */
  title: string;
  /** The effect, in a sentence. */
  effect?: string;
  size?: "question" | "form" | "wide";
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Buttons, the one that acts last and named after the effect. Wrap the one that only closes in DialogClose. */
  actions?: ReactNode;
  children?: ReactNode;
};

/**
 * A question or a form over the page. The focus goes to its first field, else to its title, so that no button is pressed
 * by mistake; one Escape and a press outside close it, and the focus goes back to where it came from.
 */
export function Dialog(props: Props) {
  const {
    title,
    effect,
    size = "question",
    trigger,
    open,
    onOpenChange,
    actions,
    children,
  } = props;
  const { t } = useTranslation("common");
  const { layer, heading, onOpenAutoFocus, onCloseAutoFocus } = useFocusInside();
  return (
    <Radix.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      {trigger === undefined ? null : <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          ref={layer}
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          // While words are composed, Escape is for them.
          onEscapeKeyDown={(event) => {
            if (event.isComposing) event.preventDefault();
          }}
          className={look({ size })}
          {...(effect === undefined ? { "aria-describedby": undefined } : {})}
        >
          <div className="flex items-start gap-3">
            <Radix.Title
              ref={heading}
              tabIndex={-1}
              data-quiet-focus
              className="grow text-read leading-snug font-strong"
            >
              {title}
            </Radix.Title>
            {size === "question" ? null : (
              <Radix.Close asChild>
                <IconButton icon={X} label={t("close")} size="small" />
              </Radix.Close>
            )}
          </div>
          {effect === undefined ? null : (
            <Radix.Description className="mt-1 text-sm text-ink-soft">{effect}</Radix.Description>
          )}
          {children === undefined ? null : <div className="mt-4">{children}</div>}
          {actions === undefined ? null : (
            <div className="mt-4 flex flex-wrap justify-end gap-2">{actions}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Radix would take the ✕ on opening, and knows no way back where the dialog has no trigger of its own. */
function useFocusInside() {
  const layer = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const from = useRef<Element | null>(null);
  return {
    layer,
    heading,
    onOpenAutoFocus: (event: Event) => {
      from.current = document.activeElement;
      event.preventDefault();
      if (layer.current === null || !focusFirstField(layer.current)) heading.current?.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = from;
      const isThere =
        current instanceof HTMLElement && current !== document.body && current.isConnected;
      const next = isThere ? current : focusHome();
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    },
  };
}

/** Closes the dialog it stands in; its child is the button. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}
