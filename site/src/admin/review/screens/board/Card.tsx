import type { Row } from '../../kernel/data/shapes/row.ts';
import { Due, formatTimeInStatus } from '../../kernel/format/due.tsx';
import { Appointment } from '../../shared/person/Appointment.tsx';
import { formatMoment, useNow } from '../../kernel/format/time.tsx';
import { FewTags } from '../../kernel/controls/tags.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { MoveButton } from '../../moves/MoveButton.tsx';
import { MemberName } from '../../kernel/people/MemberName.tsx';
import { useView } from '../../../route/use-view.ts';
import { hrefOf } from '../../../route/search.ts';
import { openByPress } from '../../shared/rows/open-by-press.ts';
import { inPlace } from '../../../route/ViewLinks.tsx';
import { useCardTarget, useFocusOnMove } from './card-focus.ts';
import type { Dragging } from './dragging.ts';
import type { Cards } from './use-cards.ts';
import styles from './Card.module.css';

interface Props {
  row: Row;
  cards: Cards;
  dragging: Dragging;
}

/** One application on the board in two lines, its name and the facts that decide. */
export function Card({ row, cards, dragging }: Props) {
  const { view, go } = useView();
  const { mayReview } = useMe();
  const link = useFocusOnMove(row, cards.links);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      {...useCardTarget(row, cards.onFocus)}
      {...openByPress(hrefOf({ ...view, open: row.id }), () => go({ open: row.id }))}
      className={`stack gap-1 text-sm ${styles['card']}`}
      draggable={mayReview}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', row.id);
        event.dataTransfer.effectAllowed = 'move';
        dragging.start(row);
      }}
      onDragEnd={dragging.end}
    >
      <span className="row gap-2">
        <a
          ref={link}
          href={hrefOf({ ...view, open: row.id })}
          dir="auto"
          className={`font-semibold plain text-ellipsis ${styles['name']}`}
          onKeyDown={cards.onKeyDown}
          onClick={inPlace(() => go({ open: row.id }))}
        >
          {row.name}
        </a>
        {row.assignee && <MemberName id={row.assignee} isDisc />}
        {mayReview && <MoveButton row={row} place="card" />}
      </span>
      <span className={`row gap-2 small ${styles['facts']}`}>
        <Marks row={row} />
        <Stay row={row} />
        <span dir="auto" className={`text-ellipsis ${styles['sectors']}`}>
          {row.sectors}
        </span>
      </span>
    </li>
  );
}

/** The unusual facts of an application, if any, those first that ask for something. */
function Marks({ row }: { row: Row }) {
  return (
    <>
      {row.email_bounced_at && <span className="text-danger font-semibold">Email bounces</span>}
      {!row.email_confirmed_at && <span className={styles['mark']}>Not confirmed</span>}
      {row.status === 'interview' && row.interview_at && (
        <span className="font-semibold text-ink">
          Interview <Appointment at={row.interview_at} />
        </span>
      )}
      {row.due_at && <Due at={row.due_at} />}
      {row.rating > 0 && (
        <span className={`font-semibold text-ink tabular-nums ${styles['rating']}`}>
          <span className="visually-hidden">Rating </span>
          <span>{`${row.rating.toFixed(1)} of 5`}</span>
        </span>
      )}
      <FewTags tags={row.tags} />
    </>
  );
}

/** The time in its column. */
function Stay({ row }: { row: Row }) {
  const now = useNow();
  return (
    <time dateTime={row.status_changed_at} title={formatMoment(row.status_changed_at)}>
      {`${formatTimeInStatus(row.status_changed_at, now)} here`}
    </time>
  );
}
