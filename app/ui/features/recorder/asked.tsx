import { useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import type { OpenRecording } from "#app/core/domain/live/recorder-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";

const LOOK_MS = 3_000;

/** The recording whose address was opened: where it runs, until it is a call to look at. */
export function Asked({ asked }: { asked: OpenRecording }) {
  const { t } = useTranslation("recorder");
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, LOOK_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  const { title, deviceName: device } = asked;
  return (
    <Banner isUpdate>{t(asked.isHeld ? "asked.now" : "asked.left", { title, device })}</Banner>
  );
}

/** It is over: the page gives way to the call. */
export function AskedIsOver({ url }: { url: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(url, { replace: true }), [navigate, url]);
  return null;
}
