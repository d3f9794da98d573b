import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../../../ui/Button.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { call } from '../../kernel/data/call.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { useRefresh } from '../../kernel/data/use-report.ts';
import { useReviewSave } from '../../kernel/data/use-review-save.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { useNow } from '../../kernel/format/now.ts';
import { Due } from '../../kernel/format/due.tsx';
import { sayDay, sayWhen, When } from '../../kernel/format/time.tsx';
import { fill, useWords } from '../../kernel/words.tsx';
import { Bounce } from './conversation/Bounce.tsx';
import styles from '../../kernel/application/ApplicationPanel.module.css';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Returns the applicant's first source in one line. */
function sourceOf({ source, first_touch: touch }: ApplicationDetail['row']): string {
  const parts = [source, touch?.['medium'], touch?.['campaign'], touch?.['referrer'], touch?.['landing']];
  // Most land on the first page.
  return [...new Set(parts.filter((part) => part && part !== '/'))].join(', ');
}

/** Everything the applicant sent, and whether their address is confirmed. */
export function Facts({ row }: { row: ApplicationDetail['row'] }) {
  const { application } = useWords();
  return (
    <section aria-label={application.facts}>
      <dl className={`stack gap-1 ${styles['facts']}`}>
        <Fact label={application.email}>
          <a href={`mailto:${row.email}`}>{row.email}</a>
          <span className={styles['beside']}>
            <Confirmation row={row} />
          </span>
          <Bounce row={row} />
        </Fact>
        <Fact label={application.linkedin}>
          {row.linkedin ? (
            <a href={row.linkedin} target="_blank" rel="noreferrer noopener">
              {row.linkedin}
            </a>
          ) : (
            application.noLinkedin
          )}
        </Fact>
        <Fact label={application.sectors}>
          <bdi>{row.sectors}</bdi>
        </Fact>
        <Fact label={application.applied}>
          <When at={row.created_at} />, {fill(application.from, { source: sourceOf(row) })}
        </Fact>
        {row.due_at && row.email_confirmed_at && (
          <Fact label={application.answer}>
            <Due at={row.due_at} />
            {', '}
            <Waiting since={row.email_confirmed_at} dueAt={row.due_at} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** Since when an applicant waits, and for which day an answer is promised. */
function Waiting({ since, dueAt }: { since: string; dueAt: string }) {
  const { application } = useWords();
  return fill(application.waiting, { since: sayDay(since), due: sayDay(dueAt) });
}

function Confirmation({ row }: { row: Row }) {
  const { application } = useWords();
  const { mayReview } = useMe();
  const now = useNow();
  const { save: resend } = useReviewSave({
    send: () => call('review_resend_confirmation', { application_id: row.id }, z.boolean()),
    done: (isOnItsWay) => showToast({ title: isOnItsWay ? application.resent : application.notResent }),
    settled: useRefresh(),
  });
  if (row.email_confirmed_at)
    return fill(application.confirmed, { when: sayWhen(row.email_confirmed_at, now) });
  return (
    <>
      {application.mailStates[row.confirmation_mail]}{' '}
      {mayReview && !row.archived_at && (
        <Button look="text" onClick={() => void resend()}>
          {application.resend}
        </Button>
      )}
    </>
  );
}
