import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { readFactorKinds, type FactorKinds } from '../../../supabase/factor-kinds.ts';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import type { Toast } from '../../../ui/toast/toast.ts';
import { knowsKeys } from '../../second-factor/prove-key.ts';
import { AddApp } from './AddApp.tsx';
import { AddKey } from './AddKey.tsx';
import { FactorList } from './FactorList.tsx';
import { Panel } from '../Panel.tsx';
import { readFactors, removeFactor, type Factor } from './factors.ts';
import styles from '../Account.module.css';

type Copy = AccountCopy['factor'];

/** What was pressed last is gone; the focus goes on where the panel does. */
const goOn = (ways: HTMLElement | null) => ways?.querySelector('button')?.focus();

/** The account's second factors: see, add, remove. */
export function FactorPanel({ copy }: { copy: Copy }) {
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  const [kinds, setKinds] = useState<FactorKinds | null>(null);
  const [adding, setAdding] = useState<'app' | 'key' | null>(null);
  const ways = useRef<HTMLDivElement>(null);
  const load = useCallback(() => {
    void readFactors().then(setFactors);
  }, []);
  useEffect(load, [load]);
  useEffect(() => {
    void readFactorKinds().then(setKinds);
  }, []);

  const remove = async (id: string) => {
    const answer = await removeFactor(id);
    showToast(
      answer.ok
        ? copy.toasts.removed
        : { ...copy.toasts.failed, text: answer.message ?? copy.toasts.failed.text },
    );
    goOn(ways.current);
    load();
  };
  const added = (toast: Toast) => () => {
    setAdding(null);
    showToast(toast);
    load();
  };
  const cancel = useCallback(() => setAdding(null), []);
  const hasLeft = useRef(false);
  useEffect(() => {
    if (!adding && hasLeft.current) goOn(ways.current);
    hasLeft.current = true;
  }, [adding]);

  return (
    <Panel title={copy.title} lead={factors?.length === 0 ? copy.none : copy.lead}>
      {factors && <FactorList copy={copy} factors={factors} onRemove={(id) => void remove(id)} />}
      {adding === 'app' && <AddApp copy={copy} onEnrolled={added(copy.toasts.added)} onCancel={cancel} />}
      {adding === 'key' && (
        <AddKey
          copy={copy}
          taken={factors?.map(({ name }) => name) ?? []}
          onAdded={added(copy.toasts.keyAdded)}
          onCancel={cancel}
        />
      )}
      {!adding && kinds && (
        <div className={styles['actions']} ref={ways}>
          {kinds.totp.enroll && <Button onClick={() => setAdding('app')}>{copy.add}</Button>}
          {kinds.webauthn.enroll && knowsKeys() && (
            <Button onClick={() => setAdding('key')}>{copy.addKey}</Button>
          )}
        </div>
      )}
    </Panel>
  );
}
