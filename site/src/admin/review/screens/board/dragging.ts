import { useState, type DragEvent } from 'react';
import { showToast } from '#ui/toast/show.ts';
import type { Row, Status } from '../../kernel/data/shapes/row.ts';
import { useMoving } from '../../moves/moving.tsx';
import { fill } from '../../kernel/words.ts';
import { statusDisplay } from '../../kernel/status/status-display.ts';
import { firstStep, movesFrom } from '../../moves/paths.ts';

/** The dragged card and the column below it. */
export function useDragging() {
  const [dragged, setDragged] = useState<Row | null>(null);
  const [over, setOver] = useState<Status | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return { dragged, over, start: setDragged, setOver, end };
}

export type Dragging = ReturnType<typeof useDragging>;

/** Returns if a column accepts the dragged card, or refuses it with a reason. */
export function useDrop(status: Status, { dragged, over, setOver, end }: Dragging) {
  const { carryOut } = useMoving();
  const isOther = dragged !== null && dragged.status !== status;
  const isTarget = isOther && movesFrom(dragged.status).includes(status);
  const isOver = over === status;
  const describeRefusal = () => {
    if (!isOther || isTarget) return null;
    const first = firstStep(dragged.status, status);
    const names = { from: statusDisplay[dragged.status].label, to: statusDisplay[status].label };
    return first === null
      ? fill('There is no move from {from} to {to}.', names)
      : fill('First to {via}: there is no move from {from} to {to}.', {
          ...names,
          via: statusDisplay[first].label,
        });
  };
  const whyNot = describeRefusal();
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    if (isTarget) carryOut({ row: dragged, to: status, hasMail: false });
    else if (whyNot) showToast({ title: whyNot });
    end();
  };
  return {
    /** Why it refuses, while the card is over it. */
    whyNot: isOver ? whyNot : null,
    /** For the column's element. */
    props: {
      'data-target': isTarget || undefined,
      'data-over': isOver && isOther ? (isTarget ? 'takes' : 'refuses') : undefined,
      onDrop,
      onDragOver: (event: DragEvent) => {
        if (!dragged) return;
        event.preventDefault();
        if (!isOver) setOver(status);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(null);
      },
    },
  };
}
