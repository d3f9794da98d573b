import { showToast } from '#ui/toast/show.ts';
import { call } from '../../kernel/data/call.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useRefresh, report } from '../../kernel/data/saves.ts';
import { mailStopped } from './queries.ts';

/** Stops the waiting mail to an applicant about a decision or evidence. Returns the application afterwards, or null when none was stopped. */
export function useStopMail() {
  const refresh = useRefresh();
  return async (row: Row, about: 'decision' | 'evidence' = 'decision'): Promise<Row | null> => {
    try {
      const parameters = { application_id: row.id, about };
      const { stopped, row: after } = await call('review_mail_stop', parameters, mailStopped);
      if (stopped === 0) showToast({ title: 'The email was already sent' });
      return stopped > 0 ? after : null;
    } catch (cause) {
      report(cause, undefined, row.name);
      return null;
    } finally {
      await refresh();
    }
  };
}
