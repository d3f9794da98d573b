import { useState } from 'react';
import type { PasskeyListItem } from '@supabase/auth-js';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { answerOf } from '../session/answer-of.ts';
import { failureToast } from '../session/answer.ts';
import { auth } from '../../supabase/auth.ts';
import { NameForm } from './factors/NameForm.tsx';
import { Confirmed, Entry, spellDate } from './parts/Panel.tsx';
import { useReload } from './parts/read.ts';
import styles from './Account.module.css';

interface Props {
  passkey: PasskeyListItem;
  onRemove: () => void;
}

/** Gives the focus back to the button that opened the form. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** A passkey with its name, which its owner may change, and its last use. */
export function PasskeyEntry({ passkey, onRemove }: Props) {
  const { id: passkeyId, friendly_name: name = '', created_at: createdAt, last_used_at: usedAt } = passkey;
  const [mode, setMode] = useState<'shown' | 'renaming' | 'returned'>('shown');
  const reload = useReload();
  const rename = async (friendlyName: string): Promise<string | undefined> => {
    const answer = await answerOf(auth().passkey.update({ passkeyId, friendlyName }));
    if (!answer.ok) return failureToast(answer).text;
    setMode('returned');
    showToast({ title: 'Passkey renamed' });
    await reload();
    return undefined;
  };
  if (mode === 'renaming')
    return (
      <li className={styles['row']}>
        <NameForm
          lead="Name the device that keeps it, so that you know which one to remove when it is lost."
          name={name || 'Passkey'}
          taken={[]}
          submit="Rename"
          onName={rename}
          onCancel={() => setMode('returned')}
        />
      </li>
    );
  return (
    <Entry
      name={name || 'Passkey'}
      details={[`Added ${spellDate(createdAt)}`, usedAt ? `Last used ${spellDate(usedAt)}` : 'Not used yet']}
    >
      <span className="cluster gap-3">
        <Button
          ref={mode === 'returned' ? focus : undefined}
          aria-label={`Rename: ${name || 'Passkey'}`}
          onClick={() => setMode('renaming')}
        >
          Rename
        </Button>
        <Confirmed label="Remove" question="Really remove?" onConfirm={onRemove} />
      </span>
    </Entry>
  );
}
