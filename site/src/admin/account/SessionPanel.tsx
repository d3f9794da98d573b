import { useQuery } from '@tanstack/react-query';
import type { AccountCopy } from '../../content/admin/account.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import { leaveSignedOut } from '../session/leave.ts';
import { useSave } from '../saving/use-save.ts';
import { nameDevice } from './factors/device.ts';
import { Panel, Unread, spellDate } from './parts/Panel.tsx';
import { Confirmed } from './password/Confirmed.tsx';
import { endOtherSessions, endSession, type SignedIn, sessionsQuery } from './sessions.ts';
import { useReadAnew } from './parts/read.ts';
import styles from './parts/Account.module.css';

/** The account's sessions, and buttons to end them. */
export function SessionPanel({ copy }: { copy: AccountCopy }) {
  const words = copy.sessions;
  const { data: sessions, isPending, isError, refetch } = useQuery(sessionsQuery);
  const readAnew = useReadAnew();
  const notify = (isDone: boolean, done: Toast) => showToast(isDone ? done : words.toasts.failed);
  const { save: endAll } = useSave({
    send: endOtherSessions,
    done: ({ ok }) => {
      // This one last, with the way out that says why.
      if (ok) return leaveSignedOut([words.toasts.endedAll]);
      notify(false, words.toasts.failed);
      return readAnew();
    },
  });
  const { save: endOthers } = useSave({
    send: endOtherSessions,
    done: ({ ok }) => notify(ok, words.toasts.endedOthers),
    settled: readAnew,
  });
  const { save: end } = useSave({
    send: endSession,
    done: (isDone) => notify(isDone, words.toasts.ended),
    settled: readAnew,
  });

  return (
    <Panel title={words.title} lead={words.lead}>
      {isPending && <div className={styles['skeleton']} aria-busy="true" />}
      {isError && <Unread copy={copy.unread} onRetry={() => void refetch()} />}
      {sessions && (
        <>
          <SessionList copy={words} sessions={sessions} onEnd={(id) => void end(id)} />
          <div className={styles['actions']}>
            {sessions.length > 1 && <Button onClick={() => void endOthers()}>{words.endOthers}</Button>}
            <Confirmed label={words.endAll} question={words.endAllQuestion} onConfirm={() => void endAll()} />
          </div>
        </>
      )}
    </Panel>
  );
}

interface ListProps {
  copy: AccountCopy['sessions'];
  sessions: readonly SignedIn[];
  onEnd: (id: string) => void;
}

function SessionList({ copy, sessions, onEnd }: ListProps) {
  return (
    <ul className={styles['rows']}>
      {sessions.map(({ id, user_agent, last_used_at, is_current }) => (
        <li key={id} className={styles['row']}>
          <span>
            {nameDevice(user_agent) ?? copy.unknownDevice}
            <small>{is_current ? copy.here : copy.lastUsed.replace('{date}', spellDate(last_used_at))}</small>
          </span>
          {!is_current && <Button onClick={() => onEnd(id)}>{copy.end}</Button>}
        </li>
      ))}
    </ul>
  );
}
