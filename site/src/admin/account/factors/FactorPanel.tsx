import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import type { Toast } from '../../../ui/toast/toast.ts';
import { knowsKeys } from '../../second-factor/prove-key.ts';
import { AddApp } from './AddApp.tsx';
import { AddKey } from './AddKey.tsx';
import { FactorList } from './FactorList.tsx';
import { Panel, Unread } from '../parts/Panel.tsx';
import { removeFactor, factorKindsQuery, factorsQuery } from './factors.ts';
import { useReadAnew } from '../parts/read.ts';
import styles from '../parts/Account.module.css';

interface Props {
  copy: AccountCopy;
  /** The account has its first second factor. */
  onFirst: () => void;
}

/** Moves the focus to the panel after the pressed button disappeared. */
const goOn = (ways: HTMLElement | null) => ways?.querySelector('button')?.focus();

/** The account's second factors with add and remove. */
export function FactorPanel({ copy, onFirst }: Props) {
  const words = copy.factor;
  const { data: factors, isError, refetch } = useQuery(factorsQuery);
  const { data: kinds } = useQuery(factorKindsQuery);
  const readAnew = useReadAnew();
  const [adding, setAdding] = useState<'app' | 'key' | null>(null);
  const ways = useRef<HTMLDivElement>(null);
  const hasLeft = useRef(false);
  useEffect(() => {
    if (!adding && hasLeft.current) goOn(ways.current);
    hasLeft.current = true;
  }, [adding]);

  const remove = async (id: string) => {
    const answer = await removeFactor(id);
    const { removed, failed } = words.toasts;
    showToast(answer.ok ? removed : { ...failed, text: answer.message ?? failed.text });
    goOn(ways.current);
    await readAnew();
  };
  const added = (toast: Toast) => () => {
    setAdding(null);
    showToast(toast);
    if (factors?.length === 0) onFirst();
    void readAnew();
  };
  const start = {
    copy: words,
    taken: factors?.map(({ name }) => name) ?? [],
    onCancel: () => setAdding(null),
  };

  return (
    <Panel title={words.title} lead={factors?.length === 0 ? words.none : words.lead}>
      {isError && <Unread copy={copy.unread} onRetry={() => void refetch()} />}
      {factors && <FactorList copy={words} factors={factors} onRemove={(id) => void remove(id)} />}
      {adding === 'app' && <AddApp {...start} onEnrolled={added(words.toasts.added)} />}
      {adding === 'key' && <AddKey {...start} onAdded={added(words.toasts.keyAdded)} />}
      {!adding && kinds && (
        <div className={styles['actions']} ref={ways}>
          {kinds.totp.enroll && <Button onClick={() => setAdding('app')}>{words.add}</Button>}
          {kinds.webauthn.enroll && knowsKeys() && (
            <Button onClick={() => setAdding('key')}>{words.addKey}</Button>
          )}
        </div>
      )}
    </Panel>
  );
}
