import type { ReactNode } from "react";
import type { ButtonProps } from "#app/ui/components/primitive/button.tsx";
import { FormButton } from "./form-button.tsx";

type Props = {
  intent: string;
  /** Its whole name, which says of which row: the short one stands in every row. */
  label: string;
  tone?: ButtonProps["tone"];
  children: ReactNode;
};

/** A small button of a row's form. */
export const RowButton = ({ intent, label, tone = "plain", children }: Props) => (
  <FormButton tone={tone} size="small" name="intent" value={intent} aria-label={label}>
    {children}
  </FormButton>
);
