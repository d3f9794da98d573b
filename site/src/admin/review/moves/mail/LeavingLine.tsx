import * as z from 'zod/mini';
import { plural } from '@solostead/contract/plural';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { useCountdown } from '#ui/use-countdown.ts';
import { call } from '../../kernel/data/call.ts';
import { changing } from '../../kernel/data/queries.ts';
import type { Updates } from '../../kernel/data/shapes/application.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { returnFocus } from '#ui/return-focus.ts';
import { phrase } from '../../kernel/words.ts';
import styles from './LeavingLine.module.css';

const stoppedShape = z.object({ stopped: z.number() });

const noMails: Updates['pending_mails'] = { count: 0, seconds: null };

/** The number of mails that leave at a time of the server in milliseconds, and the button that stops them. */
export default function LeavingLine({ count, until }: { count: number; until: number }) {
  const seconds = useCountdown(until);
  const client = useQueryClient();
  const { save, isSaving } = useApplicationSave({
    send: () => call('review_mail_stop', {}, stoppedShape),
    done: ({ stopped }) => {
      client.setQueryData<Updates>(
        changing.updates,
        (updates) => updates && { ...updates, pending_mails: noMails },
      );
      showToast(
        stopped === 0
          ? { title: 'The email was already sent' }
          : {
              title: `${plural(stopped, 'email')} stopped`,
              text: 'The moves stay. People who still need to hear from us are listed under To notify.',
            },
      );
    },
  });
  if (seconds === 0) return null;
  const time = seconds > 90 ? phrase`${Math.ceil(seconds / 60)} minutes` : phrase`${seconds} s`;
  return (
    <section
      ref={returnFocus}
      className={`row gap-4 tabular-nums ${styles['line']}`}
      aria-label="Emails that go out soon"
      data-leaving=""
    >
      <p>{`${plural(count, 'email goes', 'emails go')} out in ${time}`}</p>
      <Button look="text" aria-disabled={isSaving || undefined} onClick={() => void save()}>
        Stop all
      </Button>
    </section>
  );
}
