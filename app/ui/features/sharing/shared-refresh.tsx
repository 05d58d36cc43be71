/** Loads the page again after a while where no script does. */
export const SharedRefresh = () => (
  <noscript>
    <meta httpEquiv="refresh" content="5" />
  </noscript>
);
