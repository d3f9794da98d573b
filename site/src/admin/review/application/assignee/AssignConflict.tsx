import { useTheirs } from '../../moves/latest.ts';
import type { Latest } from '../../moves/latest.ts';
import { Overtaken } from '../../parts/Overtaken.tsx';
import { fill, useWords } from '../../words.tsx';

interface Props {
  latest: Latest;
  /** Whom one wanted, as people are called here. */
  wanted: string;
  onKeep: () => void;
  onAssign: () => void;
}

/** Someone changed the application before one assigned it. */
export default function AssignConflict({ latest, wanted, onKeep, onAssign }: Props) {
  const { application } = useWords();
  return (
    <Overtaken
      theirs={useTheirs(latest)}
      yours={fill(application.yourAssign, { to: wanted })}
      anyway={fill(application.assignAnyway, { to: wanted })}
      onAnyway={onAssign}
      onKeep={onKeep}
    />
  );
}
