import { Button } from '../../../ui/Button.tsx';
import type { Row, Status } from '../kernel/data/shapes/row.ts';
import { Conflict } from '../kernel/conflicts/Conflict.tsx';
import { formatWhen, useNow } from '../kernel/format/time.tsx';
import { usePeople } from '../kernel/people/use-people.ts';
import { phrase, words } from '../kernel/words.ts';
import { statusDisplay, statusLabel } from '../kernel/status/status-display.ts';
import { movesFrom } from './paths.ts';
import type { ReviewError } from '../kernel/data/review-error.ts';
import type { Latest } from './queries.ts';

/** The other member's change in a sentence. */
export function Theirs({ row, latest }: Latest) {
  const now = useNow();
  const { nameOf } = usePeople();
  if (!latest) return <span>{statusLabel(row.status)}</span>;
  const who = nameOf(null, latest.by);
  const when = formatWhen(latest.at, now);
  const { from, to } = latest.detail;
  return (
    <span>
      {latest.kind === 'moved'
        ? phrase`${who} moved it from ${statusLabel(from)} to ${statusLabel(to)}, ${when}.`
        : phrase`${who} assigned it to ${to ? nameOf(null, to) : words.noAssignee}, ${when}.`}
    </span>
  );
}

/** The title of a move that failed. Without an answer it may have been made. */
export function describeFailure(
  { name }: Pick<Row, 'name'>,
  to: Status,
  { errorKind }: Pick<ReviewError, 'errorKind'>,
): string {
  const status = statusDisplay[to].label;
  return errorKind === 'offline'
    ? phrase`No answer about the move of ${name} to ${status}.`
    : phrase`${name} was not moved to ${status}.`;
}

interface Props {
  /** Announces that someone was quicker, and not the relative time, which changes. */
  role?: 'alert';
  latest: Latest;
  to: Status;
  onKeep: () => void;
  onMove: () => void;
}

/** Both versions side by side with a choice. Nothing was overwritten. */
export function MoveConflict({ role, latest, to, onKeep, onMove }: Props) {
  const status = statusDisplay[to].label;
  const isAllowed = movesFrom(latest.row.status).includes(to);
  return (
    <Conflict
      text={<span role={role}>Someone was quicker</span>}
      theirs={<Theirs {...latest} />}
      yours={`You wanted to move it to ${status}.`}
    >
      {isAllowed ? (
        <Button look="solid" onClick={onMove}>
          {`Move to ${status} anyway`}
        </Button>
      ) : (
        <p>{`From ${statusDisplay[latest.row.status].label} it cannot move to ${status}.`}</p>
      )}
      <Button onClick={onKeep}>Leave it unchanged</Button>
    </Conflict>
  );
}
