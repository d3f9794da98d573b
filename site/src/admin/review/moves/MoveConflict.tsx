import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import type { Status } from '../kernel/data/shapes/row.ts';
import { Conflict } from '../kernel/conflicts/Conflict.tsx';
import { statusNames } from '../kernel/words.ts';
import { useTheirs } from './latest.ts';
import { movesQuery, type Latest } from './queries.ts';

interface Props {
  role?: 'alert';
  latest: Latest;
  to: Status;
  onKeep: () => void;
  onMove: () => void;
}

/** Both versions side by side with a choice. Nothing was overwritten. */
export function MoveConflict({ role, latest, to, onKeep, onMove }: Props) {
  const theirs = useTheirs(latest);
  const { data: movesFrom } = useQuery(movesQuery);
  const status = statusNames[to];
  const isAllowed = movesFrom?.(latest.row.status).includes(to) ?? false;
  return (
    <Conflict
      role={role}
      text="Someone was quicker"
      theirs={theirs}
      yours={`You wanted to move it to ${status}.`}
    >
      {isAllowed ? (
        <Button look="solid" onClick={onMove}>
          {`Move to ${status} all the same`}
        </Button>
      ) : (
        <p>{`From ${statusNames[latest.row.status]} it cannot move to ${status}.`}</p>
      )}
      <Button onClick={onKeep}>Leave it as it is</Button>
    </Conflict>
  );
}
