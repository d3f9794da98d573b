import * as z from 'zod/mini';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../kernel/data/call.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { Due } from '../../kernel/format/due.tsx';
import { formatDay, formatWhen, When, useNow } from '../../kernel/format/time.tsx';
import { phrase } from '../../kernel/words.ts';
import { Fact, Profile } from '../../shared/person/Fact.tsx';
import { Bounce } from './conversation/Bounce.tsx';
import styles from './ApplicationPanel.module.css';

const mailStates = {
  none: 'No email was sent',
  sending: 'The email is being sent',
  retrying: 'The email could not be delivered yet and will be retried',
  sent: 'Email sent, not confirmed yet',
  failed: 'The email could not be delivered',
} as const;

/** Returns the applicant's first source in one line. */
function sourceOf({ source, first_touch: touch }: ApplicationDetail['row']): string {
  const parts = [source, touch?.['medium'], touch?.['campaign'], touch?.['referrer'], touch?.['landing']];
  // Most land on the first page.
  return [...new Set(parts.filter((part) => part && part !== '/'))].join(', ');
}

/** Everything the applicant sent, and whether their address is confirmed. */
export function Facts({ row }: { row: ApplicationDetail['row'] }) {
  return (
    <section aria-label="What they sent">
      <dl className={`facts exact stack gap-1 ${styles['facts']}`}>
        <Fact label="Email">
          <a href={`mailto:${row.email}`}>{row.email}</a>
          <span className={`touch text-ink-soft ${styles['edit']}`}>
            <Confirmation row={row} />
          </span>
          <Bounce row={row} />
        </Fact>
        <Fact label="LinkedIn">
          <Profile href={row.linkedin} />
        </Fact>
        <Fact label="Sectors">
          <bdi>{row.sectors}</bdi>
        </Fact>
        <Fact label="Applied">
          {row.round > 1 && <span>Again, </span>}
          <When at={row.created_at} />
          <span>{phrase`, via ${sourceOf(row)}`}</span>
        </Fact>
        {row.due_at && row.email_confirmed_at && (
          <Fact label="Answer">
            <Due at={row.due_at} />
            <span>
              {phrase`, waiting since ${formatDay(row.email_confirmed_at)}, promised for ${formatDay(row.due_at)}`}
            </span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Confirmation({ row }: { row: Row }) {
  const { mayReview } = useMe();
  const now = useNow();
  const { save: resend } = useApplicationSave({
    send: () => call('review_confirmation_resend', { application_id: row.id }, z.boolean()),
    done: (isSending) =>
      showToast({
        title: isSending
          ? 'The confirmation is on its way again'
          : 'Not sent. Five emails is the limit for one application.',
      }),
  });
  if (row.email_confirmed_at)
    return <span>{phrase`Confirmed ${formatWhen(row.email_confirmed_at, now)}`}</span>;
  return (
    <>
      <span>{`${mailStates[row.confirmation_mail]} `}</span>
      {mayReview && !row.archived_at && (
        <Button look="text" onClick={() => void resend()}>
          Resend confirmation
        </Button>
      )}
    </>
  );
}
