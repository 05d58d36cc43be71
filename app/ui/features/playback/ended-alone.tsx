import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";

/** A recording that ended by itself: its owner hears it before others may. */
export default function EndedAlone({
  endedAlone: { why, visibility },
}: {
  endedAlone: NonNullable<PlaybackView["endedAlone"]>;
}) {
  const { t } = useTranslation("recorder");
  const { t: common } = useTranslation("common");
  return (
    <Banner
      action={
        <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
          <input type="hidden" name="intent" value="open_recording" />
          <FormButton
            tone="plain"
            size="small"
            name="isShown"
            value="true"
            busyText={common("working")}
          >
            {t(`endedAlone.show.${visibility}`)}
          </FormButton>
          <FormButton
            tone="quiet"
            size="small"
            name="isShown"
            value="false"
            busyText={common("working")}
          >
            {t("endedAlone.keep")}
          </FormButton>
        </Form>
      }
    >
      {t(`endedAlone.${why}`)}
    </Banner>
  );
}
