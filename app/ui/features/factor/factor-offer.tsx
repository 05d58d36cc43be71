import { useTranslation } from "#app/i18n/translation.tsx";
import { QrCode } from "#app/ui/components/primitive/qr-code.tsx";

type Props = { secret: string; url: string };

/** What an authenticator needs: a picture for its camera, a link for the same device, the key to type. */
export function FactorOffer({ secret, url }: Props) {
  const { t } = useTranslation("account");
  return (
    <div className="grid gap-2 text-sm">
      <p>{t("factor.secret")}</p>
      <QrCode text={url} label={t("factor.picture")} />
      <p className="font-mono wrap-anywhere">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</p>
      <p>
        <a href={url} className="text-link underline">
          {t("factor.open")}
        </a>
      </p>
    </div>
  );
}
