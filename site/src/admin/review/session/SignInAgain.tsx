import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../ui/part/lazyPart.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import type { Toast } from '../../../ui/toast/toast.ts';
import { leaveSignedOut } from '../../session/leave.ts';
import { onSessionLost } from '../../session/unsaved.ts';
import { Modal } from '../parts/Modal.tsx';
import { useWords } from '../words.tsx';
import { useSigningInAgain } from './useSigningInAgain.ts';
import styles from '../moves/MoveDialog.module.css';

const SecondFactorStep = lazyPart(() => import('../../second-factor/SecondFactorStep.tsx'));

const leave = () => void leaveSignedOut();

/** Waits for the session to be lost while text is unsaved, and then has it renewed in place. */
export function SignInAgain() {
  const [isLost, setLost] = useState(false);
  useEffect(() => onSessionLost(() => setLost(true)), []);
  return isLost ? <AgainDialog onDone={() => setLost(false)} /> : null;
}

function AgainDialog({ onDone }: { onDone: () => void }) {
  const { again, proof } = useWords();
  const { email, step, error, isSending, submit, finish, beginAgain } = useSigningInAgain(onDone);
  // A session that ended meanwhile is no reason to lose what was written.
  const giveUp = (why: Toast | null) => (why ? beginAgain(why) : leave());
  return (
    <Modal title={again.title} onClose={leave} isFirm>
      <p>{again.text}</p>
      {step === 'proof' && (
        <Suspense fallback={null}>
          <SecondFactorStep
            copy={proof}
            leaveLabel={again.leave}
            onProven={() => void finish()}
            onLeave={giveUp}
          />
        </Suspense>
      )}
      {step === 'password' && (
        <form
          className={styles['form']}
          onSubmit={(event) => {
            event.preventDefault();
            void submit(new FormData(event.currentTarget));
          }}
        >
          <Field label={again.email} name="email" type="email" autoComplete="username" defaultValue={email} />
          <Field
            label={again.password}
            name="password"
            type="password"
            autoComplete="current-password"
            error={error}
          />
          <div className={styles['ways']}>
            <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
              {isSending ? again.submitting : again.submit}
            </Button>
            <Button onClick={leave}>{again.leave}</Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
