import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { call } from '../data/call.ts';
import { useRefresh, useReport } from '../data/use-report.ts';
import { useMe } from '../me.tsx';
import type { Mailing } from '../data/shapes/application.ts';
import type { Row } from '../data/shapes/row.ts';
import { fill, useWords } from '../words.tsx';
import { isDecision } from './tells.ts';
import { sayFailure } from './say-mail.ts';

/** How often a failed mail is tried again by a press; the database's own bound. */
const MOST = 3;

/** Why a mail failed, and the press that has it tried again while that makes sense. */
export function RetryMail({ mail, row }: { mail: Mailing; row: Row }) {
  const words = useWords();
  const { mayReview } = useMe();
  const [isTrying, setTrying] = useState(false);
  const [report, refresh] = [useReport(), useRefresh()];
  const isOfNow =
    mail.kind !== 'review' || (mail.about === row.status && (!isDecision(row.status) || row.not_told));
  const retry = async () => {
    if (isTrying) return;
    setTrying(true);
    try {
      await call('review_mail_retry', { mail_id: mail.id });
      showToast({ title: words.telling.triedAgain });
    } catch (cause) {
      report(cause);
    }
    setTrying(false);
    await refresh();
  };
  return (
    <>
      {mail.failure && fill(words.telling.failure, { reason: sayFailure(mail.failure, words) })}{' '}
      {mayReview && mail.id && isOfNow && mail.retries < MOST && (
        <Button look="text" aria-disabled={isTrying || undefined} onClick={() => void retry()}>
          {words.telling.tryAgain}
        </Button>
      )}
    </>
  );
}
