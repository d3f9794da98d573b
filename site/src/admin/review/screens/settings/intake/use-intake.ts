import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/use-review-save.ts';
import { intakeQuery, type Intake, intake as intakeShape } from './queries.ts';

interface Wanted {
  readonly closed: boolean;
  /** An ISO date, or null until an owner opens them. */
  readonly opensOn: string | null;
}

/** Closes and opens applications. `isStale` means that another owner was first, and the present state is shown. */
export function useIntake({ version }: Intake) {
  const client = useQueryClient();
  const [isStale, setStale] = useState(false);
  const { save, isSaving } = useReviewSave({
    send: ({ closed, opensOn }: Wanted) =>
      call('review_intake_save', { seen_version: version, closed, opens_on: opensOn }, intakeShape),
    done: (kept, { closed }) => {
      client.setQueryData(intakeQuery.queryKey, kept);
      setStale(false);
      showToast({ title: closed ? 'Applications are closed' : 'Applications are open' });
    },
    conflict: {
      shape: intakeShape,
      take: (there) => {
        client.setQueryData(intakeQuery.queryKey, there);
        setStale(true);
      },
    },
  });
  return { isStale, save, isSaving };
}
