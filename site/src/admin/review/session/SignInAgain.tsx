import { useEffect, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { onSessionLost } from '../../session/unsaved.ts';
import { Modal } from '../parts/Modal.tsx';
import { useWords } from '../words.tsx';
import { useSigningInAgain } from './useSigningInAgain.ts';
import styles from '../moves/MoveDialog.module.css';

const leave = () => location.replace('/');

/** Waits for the session to be lost while text is unsaved, and then has it renewed in place. */
export function SignInAgain() {
  const [isLost, setLost] = useState(false);
  useEffect(() => onSessionLost(() => setLost(true)), []);
  return isLost ? <AgainDialog onDone={() => setLost(false)} /> : null;
}

function AgainDialog({ onDone }: { onDone: () => void }) {
  const { again } = useWords();
  const { email, step, error, isSending, submit } = useSigningInAgain(onDone);
  return (
    <Modal title={again.title} onClose={leave} isFirm>
      <p>{again.text}</p>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        {step === 'password' ? (
          <>
            <Field
              label={again.email}
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={email}
            />
            <Field
              label={again.password}
              name="password"
              type="password"
              autoComplete="current-password"
              error={error}
            />
          </>
        ) : (
          <Field
            label={again.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={error}
          />
        )}
        <div className={styles['ways']}>
          <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
            {isSending ? again.submitting : again.submit}
          </Button>
          <Button onClick={leave}>{again.leave}</Button>
        </div>
      </form>
    </Modal>
  );
}
