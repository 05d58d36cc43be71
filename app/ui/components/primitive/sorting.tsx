import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "#app/i18n/translation.tsx";
import { IconButton } from "./icon-button.tsx";
import { useReadOnly } from "./read-only.tsx";

type SortItem = { id: string; name: string };
export type SortingProps = {
  /** The rows in the order in which they stand. */
  items: readonly SortItem[];
  /** @param to from 0 on, among all rows */
  onMove: (id: string, to: number) => void;
};

/** A press that was meant as a click does not move so far. */
const STARTS_AT_PX = 4;

/** Rows go up and down, and no further than their list. */
const inList: Modifier = ({ transform, draggingNodeRect: row, containerNodeRect: list }) => {
  if (!row || !list) return { ...transform, x: 0 };
  const y = Math.min(Math.max(transform.y, list.top - row.top), list.bottom - row.bottom);
  return { ...transform, x: 0, y };
};

/** The grips of a list, each drawn into its row; loaded by `LateSorting`. */
export default function Sorting({ items, onMove }: SortingProps) {
  const { t } = useTranslation("sorting");
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: STARTS_AT_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const end = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id)
      onMove(
        String(active.id),
        items.findIndex(({ id }) => id === over.id),
      );
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[inList]}
      onDragEnd={end}
      accessibility={{
        announcements: useAnnouncements(items),
        screenReaderInstructions: { draggable: t("how") },
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {items.map((item) => (
          <Grip key={item.id} item={item} drawn={items} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

function useAnnouncements(items: readonly SortItem[]): Announcements {
  const { t } = useTranslation("sorting");
  const say = (
    what: "taken" | "over" | "dropped" | "left",
    id: string | number,
    at: string | number,
  ) =>
    t(what, {
      name: items.find((one) => one.id === id)?.name ?? "",
      n: items.findIndex((one) => one.id === at) + 1,
      of: items.length,
    });
  const lastOver = useRef<string | number>();
  return {
    onDragStart: ({ active: { id } }) => {
      lastOver.current = id;
      return say("taken", id, id);
    },
    // It is over itself when it is picked up, which was said.
    onDragOver: ({ active: { id }, over }) => {
      if (!over || over.id === lastOver.current) return undefined;
      lastOver.current = over.id;
      return say("over", id, over.id);
    },
    onDragEnd: ({ active: { id }, over }) =>
      over && over.id !== id ? say("dropped", id, over.id) : say("left", id, id),
    onDragCancel: ({ active: { id } }) => say("left", id, id),
  };
}

/** The button by which a row is moved. The row itself is drawn by its list: here it is found, and pushed about. */
function Grip({ item: { id, name }, drawn }: { item: SortItem; drawn: SortingProps["items"] }) {
  const { t } = useTranslation("sorting");
  const readOnly = useReadOnly();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const sortable = useSortable({
    id,
    disabled: readOnly !== undefined,
    attributes: { roleDescription: t("role") },
  });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners } = sortable;
  const { transform, transition, isDragging } = sortable;
  // After each time the list was drawn: a row may stand in another element then.
  useLayoutEffect(() => {
    const row = elementOf("sort-row", id);
    setNodeRef(row);
    setSlot(elementOf("sort-grip", id));
  }, [id, drawn, setNodeRef]);
  useLayoutEffect(() => {
    const row = elementOf("sort-row", id);
    if (!row) return;
    row.style.transform = CSS.Translate.toString(transform) ?? "";
    row.style.transition = transition ?? "";
    row.toggleAttribute("data-dragging", isDragging);
  }, [id, transform, transition, isDragging]);
  if (!slot) return null;
  return createPortal(
    <IconButton
      {...attributes}
      {...listeners}
      ref={setActivatorNodeRef}
      icon={GripVertical}
      size="small"
      label={t("grip", { name })}
      disabledReason={readOnly}
    />,
    slot,
  );
}

const elementOf = (mark: "sort-row" | "sort-grip", id: string): HTMLElement | null =>
  document.querySelector(`[data-${mark}="${window.CSS.escape(id)}"]`);
