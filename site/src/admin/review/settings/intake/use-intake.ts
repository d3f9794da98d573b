import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../../ui/toast/show.ts';
import { call } from '../../data/call.ts';
import { intakeQuery } from '../../data/queries.ts';
import { conflictDetail } from '../../data/review-error.ts';
import { type Intake, intake as intakeShape } from '../../data/shapes/settings.ts';
import { useReport } from '../../data/use-report.ts';
import { useWords } from '../../words.tsx';

/** The work of closing and opening; `isStale`: someone else was quicker, and what holds is shown. */
export function useIntake({ version }: Intake) {
  const { intake: words } = useWords();
  const report = useReport();
  const client = useQueryClient();
  const [isStale, setStale] = useState(false);
  const save = async (closed: boolean, opensOn: string | null) => {
    try {
      const kept = await call(
        'review_intake_save',
        { seen_version: version, closed, opens_on: opensOn },
        intakeShape,
      );
      client.setQueryData(intakeQuery.queryKey, kept);
      setStale(false);
      showToast({ title: closed ? words.nowClosed : words.nowOpen });
    } catch (cause) {
      const there = conflictDetail(cause, intakeShape);
      if (!there) return report(cause);
      client.setQueryData(intakeQuery.queryKey, there);
      setStale(true);
    }
  };
  return { isStale, save };
}
