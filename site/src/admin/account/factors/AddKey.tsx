import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { useFocusOnMount } from '../../../ui/form/use-focus-on-mount.ts';
import { showToast } from '../../../ui/toast/show.ts';
import { localise } from '../../session/answer.ts';
import { addKey } from './factors.ts';
import styles from '../Account.module.css';

interface Props {
  copy: AccountCopy['factor'];
  /** Names that factors of the account have already: each needs one of its own. */
  taken: readonly string[];
  onAdded: () => void;
  onCancel: () => void;
}

/** 'Security key', and where there is one by that name 'Security key 2'. */
function freeName(base: string, taken: readonly string[]): string {
  const candidates = [base, ...taken.map((_, place) => `${base} ${place + 2}`)];
  return candidates.find((name) => !taken.includes(name)) ?? base;
}

/** Adds a security key: a name to know it by, then the browser asks for the key itself. */
export function AddKey({ copy, taken, onAdded, onCancel }: Props) {
  const field = useFocusOnMount<HTMLInputElement>();
  const ceremony = useRef<AbortController>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [fault, setFault] = useState<string>();
  useEffect(() => () => ceremony.current?.abort(), []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isWaiting) return;
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    const problem = !name ? copy.nameless : taken.includes(name) ? copy.nameTaken : undefined;
    setFault(problem);
    if (problem) return field.current?.focus();
    setWaiting(true);
    ceremony.current = new AbortController();
    const { signal } = ceremony.current;
    const answer = await addKey(name, signal);
    if (signal.aborted) return;
    setWaiting(false);
    if (answer.ok) return onAdded();
    const { message } = localise(answer, copy.keyProblems);
    showToast({ ...copy.toasts.failed, text: message ?? copy.toasts.failed.text });
  };
  return (
    <form className={styles['enrol']} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles['soft']}>{copy.keyLead}</p>
      <Field
        name="name"
        label={copy.name}
        defaultValue={freeName(copy.kinds.webauthn, taken)}
        maxLength={100}
        error={fault}
        ref={field}
      />
      <div className={styles['actions']}>
        <Button type="submit" look="solid" aria-disabled={isWaiting || undefined}>
          <span aria-live="polite">{isWaiting ? copy.waiting : copy.confirmKey}</span>
        </Button>
        <Button onClick={onCancel}>{copy.cancel}</Button>
      </div>
    </form>
  );
}
