export const TEMPLATE_TABS = ["sections", "rules", "engine", "versions"] as const;
/** The key of the fetcher that the test bench asks by: what it brought is also read beside the sections. */
export const TRY_FETCHER = "try_template";
