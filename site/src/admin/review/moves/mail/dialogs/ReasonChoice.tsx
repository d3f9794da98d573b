import { useQuery } from '@tanstack/react-query';
import { Choice } from '#ui/form/Choice.tsx';
import type { Status } from '../../../kernel/data/shapes/row.ts';
import { LoadError } from '../../../kernel/states/Placeholder.tsx';
import { reasonsQuery } from '../reasons.ts';

interface Props {
  to: Status;
  reason: string | null;
  onChange: (reason: string | null) => void;
}

/** Asks for the reason of a decline. A mail has its sentence in place of {{reason}}. */
export function ReasonChoice({ to, reason, onChange }: Props) {
  const { data: reasons = [] } = useQuery(reasonsQuery);
  if (to !== 'declined') return null;
  return (
    <>
      <Choice
        label="Reason"
        value={reason ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
        options={[
          ['', 'None'],
          ...reasons.map(({ key, label, sentence }) => [key, `${label}: ${sentence}`] as const),
        ]}
      />
      <LoadError what="The reasons" of={reasonsQuery} />
    </>
  );
}
