import { useEffect, useRef, useState } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { showToast } from '../../../ui/toast/show.ts';
import { localise } from '../../session/answer.ts';
import { addKey } from './factors.ts';
import { NameForm } from './NameForm.tsx';

interface Props {
  copy: AccountCopy['factor'];
  taken: readonly string[];
  onAdded: () => void;
  onCancel: () => void;
}

/** Adds a security key with a name. The browser then asks for the key. */
export function AddKey({ copy, taken, onAdded, onCancel }: Props) {
  const ceremony = useRef<AbortController>(null);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => () => ceremony.current?.abort(), []);

  const add = async (name: string): Promise<void> => {
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
    <NameForm
      copy={copy}
      lead={copy.keyLead}
      name={copy.kinds.webauthn}
      taken={taken}
      submit={copy.confirmKey}
      waiting={isWaiting ? copy.waiting : undefined}
      onName={add}
      onCancel={onCancel}
    />
  );
}
