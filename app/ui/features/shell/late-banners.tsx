import { OfflineBanner } from "./offline-banner.tsx";
import { SignedOutBanner } from "./signed-out-banner.tsx";

/** What comes behind the page: it says why nothing is saved at the moment. */
export const LateBanners = () => (
  <>
    <OfflineBanner />
    <SignedOutBanner />
  </>
);
