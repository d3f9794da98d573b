import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { accesses, type Access } from '../data/shapes/people.ts';
import { useReport } from '../data/use-report.ts';
import { Choice } from '../controls/Choice.tsx';
import { fill, useWords } from '../words.tsx';
import { invite } from './invite.ts';
import { useRefreshPeople } from './use-people.ts';
import styles from './People.module.css';

/** Invites someone by mail; they set their own password. */
export function InviteForm() {
  const words = useWords();
  const { people } = words;
  const report = useReport();
  const refresh = useRefreshPeople();
  const [email, setEmail] = useState('');
  const [access, setAccess] = useState<Access>('reviewer');
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (isSending || !email.trim()) return;
    setSending(true);
    try {
      await invite(email.trim(), access);
      showToast({ title: fill(people.inviteDone, { email: email.trim() }) });
      setEmail('');
    } catch (cause) {
      report(cause);
    }
    setSending(false);
    await refresh();
  };
  return (
    <form
      className={styles['invite']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3>{people.invite}</h3>
      <div className={styles['row']}>
        <Field
          label={people.inviteEmail}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Choice
          label={people.inviteAccess}
          value={access}
          onChange={({ target }) => setAccess(target.value as Access)}
        >
          {accesses.map((kind) => (
            <option key={kind} value={kind}>
              {people.explain[kind]}
            </option>
          ))}
        </Choice>
        <Button type="submit" aria-disabled={isSending || undefined}>
          {isSending ? people.inviting : people.inviteSubmit}
        </Button>
      </div>
    </form>
  );
}
