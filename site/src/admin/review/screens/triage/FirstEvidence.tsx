import { useQuery, useQueryClient } from '@tanstack/react-query';
import { statusFacts } from '@solostead/contract/statuses';
import { showToast } from '#ui/toast/show.ts';
import { Evidence } from '../../shared/person/Evidence.tsx';
import { catalogue } from '../../kernel/commands/catalogue.ts';
import { perform } from '../../kernel/commands/CommandsProvider.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { call } from '../../kernel/data/call.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { evidenceQuery } from '../../kernel/data/queries.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { evidence as evidenceShape } from '../../kernel/data/shapes/application.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { When } from '../../kernel/format/time.tsx';
import { phrase, words } from '../../kernel/words.ts';
import { useStopMail } from '../../moves/mail/use-stop-mail.ts';
import styles from './Triage.module.css';

/** Asks an applicant for evidence by mail, or stops that mail before it has left. */
function useAsk(row: Row) {
  const client = useQueryClient();
  const stop = useStopMail();
  const { save } = useApplicationSave({
    send: () => call('review_evidence_request', { application_id: row.id }, evidenceShape),
    done: (answer) => {
      client.setQueryData(evidenceQuery(row.id).queryKey, answer);
      showToast({
        title: phrase`${row.name} is asked for one thing they shipped`,
        text: 'The email goes out in 30 seconds. The promised day stays.',
        action: {
          label: 'Undo',
          run: async () => {
            if (await stop(row, 'evidence')) showToast({ title: 'The email was stopped' });
          },
        },
      });
    },
    about: row.name,
    retries: true,
  });
  return () => void save();
}

/** Returns why this person cannot be asked, or null. */
function whyNotAsk(row: Row, isRequested: boolean): string | null {
  if (!row.email_confirmed_at) return 'Their email is not confirmed yet.';
  if (!statusFacts[row.status].isOpen) return 'This application is not open any more.';
  return isRequested ? 'They have already been asked.' : null;
}

/** One thing that the applicant shipped, its domain first, or the way to ask for it. */
export function FirstEvidence({ row }: { row: Row }) {
  const { data } = useQuery(evidenceQuery(row.id));
  const { mayReview } = useMe();
  const ask = useAsk(row);
  const requestedAt = data?.requested_at ?? null;
  const whyNot = !mayReview
    ? words.whyNot.reader
    : !data
      ? words.whyNot.loading
      : data.evidence
        ? 'They have already shown something.'
        : whyNotAsk(row, requestedAt !== null);
  const command = { id: 'evidence.ask', whyNot, run: ask } as const;
  useCommands([command]);
  if (!data || data.evidence) return <Evidence applicationId={row.id} domainClass={styles['domain']} />;
  return (
    <>
      <Evidence applicationId={row.id} />
      <div className="cluster items-baseline gap-x-4 gap-y-1">
        <p>Nothing shown yet</p>
        {requestedAt && (
          <p className={styles['asked']}>
            Asked <When at={requestedAt} />
          </p>
        )}
        {whyNot === null && (
          <button
            type="button"
            className="inline-flex items-center gap-2 framed pressable text-sm whitespace-nowrap"
            onClick={() => perform({ label: catalogue['evidence.ask'].label, ...command })}
          >
            Ask for it
          </button>
        )}
      </div>
    </>
  );
}
