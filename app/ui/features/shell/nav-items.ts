import {
  Calendar,
  ChartColumn,
  Disc3,
  Handshake,
  Headphones,
  House,
  Library,
  type LucideIcon,
  Mic,
  Scissors,
  Settings,
} from "lucide-react";

const ICONS = {
  home: House,
  meetings: Calendar,
  recordings: Disc3,
  clips: Scissors,
  library: Library,
  deals: Handshake,
  console: Headphones,
  recorder: Mic,
  analytics: ChartColumn,
  settings: Settings,
} satisfies Record<string, LucideIcon>;

export type NavName = keyof typeof ICONS;
/** One screen of the navigation. `count` is how many things wait there. */
export type NavItem = { name: NavName; to: string; count?: number };
export type NavGroup = { name: string; items: (NavItem & { icon: LucideIcon })[] };

/** Groups as the shell shows them: places, live, looking back and setting up. */
const GROUPS: readonly { name: string; members: readonly NavName[] }[] = [
  { name: "places", members: ["home", "meetings", "recordings", "clips", "library", "deals"] },
  { name: "live", members: ["console", "recorder"] },
  { name: "desk", members: ["analytics", "settings"] },
];

/** Screens that open from another one and have no place of their own. */
const UNDER: Partial<Record<NavName, readonly string[]>> = {
  recordings: ["/playback"],
  analytics: ["/analytics"],
  settings: ["/setting"],
};

/** Whether a screen belongs to an item: the item's own address and what lies under it, such as a call under Recordings. */
export const isCurrent = ({ name, to }: NavItem, pathname: string): boolean =>
  [to, ...(UNDER[name] ?? [])].some((at) =>
    at === "/" ? pathname === at : pathname === at || pathname.startsWith(`${at}/`),
  );

/** The order of product §8.1, whatever order the items came in; groups without items are left out. */
export function groupNav(items: readonly NavItem[]): NavGroup[] {
  return GROUPS.map(({ name, members }) => ({
    name,
    items: members.flatMap((member) =>
      items
        .filter((item) => item.name === member)
        .map((item) => ({ ...item, icon: ICONS[member] })),
    ),
  })).filter((group) => group.items.length > 0);
}
