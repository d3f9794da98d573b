import { useQuery, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { answerOf } from '../session/answer-of.ts';
import { type Answer, failureToast } from '../session/answer.ts';
import { leaveSignedOut } from '../session/leave.ts';
import { useSave } from '../saving/use-save.ts';
import { nameDevice } from './factors/device.ts';
import { Confirmed, Entry, Panel, Unread, spellDate } from './parts/Panel.tsx';
import { useAccountSave, useReload, accountKey } from './parts/read.ts';
import { auth } from '../../supabase/auth.ts';
import { memberData } from '../../supabase/member.ts';
import { announceRefusal } from '../../supabase/refusal.ts';
import { ReadError } from '../data/read-error.ts';
import styles from './Account.module.css';

/** A place where the account is signed in. */
const signedIn = z.object({
  id: z.string(),
  last_used_at: z.string(),
  user_agent: z.nullable(z.string()),
  is_current: z.boolean(),
});

/** All places where the account is signed in, the latest used first. @throws ReadError */
async function readSessions(): Promise<readonly z.output<typeof signedIn>[]> {
  const { data, error, status } = await memberData().rpc('my_sessions');
  if (error) throw new ReadError(status === 0 ? 'offline' : 'failed', error.message);
  const sessions = z.parse(z.array(signedIn), data);
  // The caller's own is always there, unless it has ended.
  if (sessions.length === 0) announceRefusal();
  return sessions;
}

/** Ends one session. */
async function endSession(id: string): Promise<Answer> {
  const { error } = await memberData().rpc('my_session_end', { session_id: id });
  return error ? { ok: false, message: null } : { ok: true };
}

/** Ends every session but this one. */
const endOtherSessions = (): Promise<Answer> => answerOf(auth().signOut({ scope: 'others' }));

const sessionsQuery = queryOptions({ queryKey: [...accountKey, 'sessions'], queryFn: readSessions });

/** The account's sessions, and buttons to end them. */
export function SessionPanel() {
  const { data: sessions, isPending, isError, refetch } = useQuery(sessionsQuery);
  const reload = useReload();
  const { save: endAll } = useSave({
    send: endOtherSessions,
    done: (answer) => {
      // This one last, with the way out that says why.
      if (answer.ok) return leaveSignedOut([{ title: 'Signed out everywhere' }]);
      showToast(failureToast(answer));
      return reload();
    },
  });
  const endOthers = useAccountSave(endOtherSessions, { title: 'Signed out everywhere else' });
  const end = useAccountSave(endSession, { title: 'Signed out there' });

  return (
    <Panel
      title="Where you are signed in"
      lead="End any session that is not yours, then change your password."
    >
      {isPending && <div className={`coming w-full ${styles['skeleton']}`} aria-busy="true" />}
      {isError && <Unread onRetry={() => void refetch()} />}
      {sessions && (
        <>
          <ul className="w-full">
            {sessions.map(({ id, user_agent, last_used_at, is_current }) => (
              <Entry
                key={id}
                name={nameDevice(user_agent) ?? 'Unknown device'}
                details={[is_current ? 'This browser' : `Last used ${spellDate(last_used_at)}`]}
              >
                {!is_current && <Button onClick={() => void end(id)}>Sign out</Button>}
              </Entry>
            ))}
          </ul>
          <div className="cluster gap-3">
            {sessions.length > 1 && (
              <Button onClick={() => void endOthers()}>Sign out everywhere else</Button>
            )}
            <Confirmed
              label="Sign out everywhere"
              question="Really, here too?"
              onConfirm={() => void endAll()}
            />
          </div>
        </>
      )}
    </Panel>
  );
}
