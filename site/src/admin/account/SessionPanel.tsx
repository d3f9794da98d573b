import { useCallback, useEffect, useState } from 'react';
import type { AccountCopy } from '../../content/admin/account.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { nameDevice } from './factors/device.ts';
import { Panel } from './Panel.tsx';
import { endOtherSessions, endSession, readSessions, type SignedIn } from './sessions.ts';
import { spellDate } from './spell-date.ts';
import styles from './Account.module.css';

type State = readonly SignedIn[] | 'loading' | 'failed';

/** Where the account is signed in, and the way to end that elsewhere. */
export function SessionPanel({ copy }: { copy: AccountCopy['sessions'] }) {
  const [state, setState] = useState<State>('loading');
  const load = useCallback(() => {
    void readSessions().then((sessions) => setState(sessions ?? 'failed'));
  }, []);
  useEffect(load, [load]);

  const end = async (id: string) => {
    showToast((await endSession(id)) ? copy.toasts.ended : copy.toasts.failed);
    load();
  };
  const endOthers = async () => {
    const answer = await endOtherSessions();
    showToast(answer.ok ? copy.toasts.endedOthers : copy.toasts.failed);
    load();
  };

  return (
    <Panel title={copy.title} lead={copy.lead}>
      {state === 'loading' && <div className={styles['skeleton']} aria-busy="true" />}
      {state === 'failed' && (
        <p>
          {copy.failed} <Button onClick={load}>{copy.retry}</Button>
        </p>
      )}
      {Array.isArray(state) && (
        <ul className={styles['rows']}>
          {state.map(({ id, user_agent, last_used_at, is_current }) => (
            <li key={id} className={styles['row']}>
              <span>
                {nameDevice(user_agent) ?? copy.unknownDevice}
                <small>
                  {is_current ? copy.here : copy.lastUsed.replace('{date}', spellDate(last_used_at))}
                </small>
              </span>
              {!is_current && <Button onClick={() => void end(id)}>{copy.end}</Button>}
            </li>
          ))}
        </ul>
      )}
      {Array.isArray(state) && state.length > 1 && (
        <Button onClick={() => void endOthers()}>{copy.endOthers}</Button>
      )}
    </Panel>
  );
}
