/** What marks the demo's own live call: its two voices are synthetic, and no person speaks in its room. */
export const DEMO_SOURCE = "demo.call";
