import { useCallback, useEffect, useState } from 'react';
import type { AccountCopy } from '../../content/account.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { Confirmed } from './Confirmed.tsx';
import { EnrolForm } from './EnrolForm.tsx';
import { Panel } from './Panel.tsx';
import { readFactors, removeFactor } from './factors.ts';
import type { Factor } from './factors.ts';
import { spellDate } from './spellDate.ts';
import styles from './Account.module.css';

/** The account's authenticator apps: see, add, remove. */
export function FactorPanel({ copy }: { copy: AccountCopy['factor'] }) {
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  const [isAdding, setAdding] = useState(false);
  const load = useCallback(() => {
    void readFactors().then(setFactors);
  }, []);
  useEffect(load, [load]);

  const remove = async (id: string) => {
    const answer = await removeFactor(id);
    showToast(
      answer.ok
        ? copy.toasts.removed
        : { ...copy.toasts.failed, text: answer.message ?? copy.toasts.failed.text },
    );
    load();
  };
  const onEnrolled = () => {
    setAdding(false);
    showToast(copy.toasts.added);
    load();
  };

  return (
    <Panel title={copy.title} lead={factors?.length === 0 ? copy.none : copy.lead}>
      {factors && factors.length > 0 && (
        <ul className={styles['rows']}>
          {factors.map(({ id, name, createdAt }) => (
            <li key={id} className={styles['row']}>
              <span>
                {name}
                <small>{copy.since.replace('{date}', spellDate(createdAt))}</small>
              </span>
              <Confirmed
                label={copy.remove}
                question={copy.removeQuestion}
                onConfirm={() => void remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <EnrolForm copy={copy} onEnrolled={onEnrolled} onCancel={() => setAdding(false)} />
      ) : (
        <Button onClick={() => setAdding(true)}>{copy.add}</Button>
      )}
    </Panel>
  );
}
