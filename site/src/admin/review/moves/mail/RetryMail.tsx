import { reviewLimits } from '@solostead/contract/review-limits';
import { statusFacts } from '@solostead/contract/statuses';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../kernel/data/call.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { useMe } from '../../kernel/data/me.tsx';
import type { Mailing } from '../../kernel/data/shapes/application.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { describeFailure } from './describe-failure.ts';
import { needsMail } from './describe-mail.ts';

/** Why a mail failed, and the press that has it tried again while that makes sense. */
export function RetryMail({ mail, row }: { mail: Mailing; row: Row }) {
  const { mayReview } = useMe();
  const { save, isSaving } = useApplicationSave({
    send: () => call('review_mail_retry', { mail_id: mail.id }),
    done: () => showToast({ title: 'The email is on its way again' }),
  });
  const isOfNow =
    mail.kind !== 'review' ||
    (mail.about === row.status && (!statusFacts[row.status].isAnswer || needsMail(row)));
  return (
    <>
      <span>{mail.failure ? `: ${describeFailure(mail.failure)}. ` : ' '}</span>
      {mayReview && mail.id && isOfNow && mail.retries < reviewLimits.mailRetries && (
        <Button look="text" aria-disabled={isSaving || undefined} onClick={() => void save()}>
          Try again
        </Button>
      )}
    </>
  );
}
