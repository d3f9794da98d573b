import { showToast } from '../../../ui/toast/show.ts';
import { call } from '../data/call.ts';
import { mailStopped } from '../data/shapes/change.ts';
import type { Row } from '../data/shapes/row.ts';
import { useRefresh, useReport } from '../data/use-report.ts';
import { useWords } from '../words.tsx';

/** Stops the waiting mail to an applicant. Returns the application afterwards, or null when none was stopped. */
export function useStopMail() {
  const words = useWords();
  const [report, refresh] = [useReport(), useRefresh()];
  return async (row: Row): Promise<Row | null> => {
    try {
      const { stopped, row: after } = await call('review_mail_stop', { application_id: row.id }, mailStopped);
      if (stopped === 0) showToast({ title: words.telling.tooLate });
      return stopped > 0 ? after : null;
    } catch (cause) {
      report(cause);
      return null;
    } finally {
      await refresh();
    }
  };
}
