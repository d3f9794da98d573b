import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../../ui/toast/show.ts';
import { localise, failureToast } from '../../session/answer.ts';
import { keyProblems } from '../../second-factor/problems.ts';
import { addKey } from './factors.ts';
import { NameForm } from './NameForm.tsx';

interface Props {
  taken: readonly string[];
  onAdded: () => void;
  onCancel: () => void;
}

/** Adds a security key with a name. The browser then asks for the key. */
export function AddKey({ taken, onAdded, onCancel }: Props) {
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
    showToast(failureToast(localise(answer, keyProblems)));
  };
  return (
    <NameForm
      lead="A key that you plug in or hold against your device, or the device itself. Your browser asks for it next."
      name="Security key"
      taken={taken}
      submit="Add this key"
      waiting={isWaiting ? 'Waiting for your key…' : undefined}
      onName={add}
      onCancel={onCancel}
    />
  );
}
