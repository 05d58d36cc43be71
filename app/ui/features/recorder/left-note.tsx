import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { keepsAnyPieces } from "./kept-hint.ts";

/** Before signing in: this device still holds sound that only its member can send. */
export function LeftNote() {
  const { t } = useTranslation("recorder");
  const [isKept, setKept] = useState(false);
  useEffect(() => setKept(keepsAnyPieces()), []);
  return isKept ? <Banner isUpdate>{t("left.text")}</Banner> : null;
}
