import { useRef, useState, useEffect } from 'react';
import { lazyScreen } from '../../ui/lazy/lazy-screen.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ScriptLost } from '../../ui/lazy/ScriptLost.tsx';
import { ToastList } from '../../ui/toast/ToastList.tsx';
import { useIsHydrated } from '../../ui/hydration/early-input.ts';
import { CredentialsForm } from './CredentialsForm.tsx';
import { ForgotForm } from './ForgotForm.tsx';
import { useSignInSteps } from './use-sign-in-steps.ts';
import { isSecondFactorDue, readSession } from '../../supabase/session.ts';
import { sessionScope } from '../../supabase/session-storage.ts';
import styles from '../SignIn.module.css';

const SecondFactorStep = lazyScreen(() => import('../second-factor/SecondFactorStep.tsx'));
const LoginCode = lazyScreen(() => import('./LoginCode.tsx'));
const OtherSignInMethods = lazyScreen(() => import('./OtherSignInMethods.tsx'));

/** The sign-in of admins with e-mail and password, then the second factor where the account has one. */
export function LoginDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { step, goToStep, enter, onSignedIn, onLeave, onClose } = useSignInSteps(dialog);
  const isHydrated = useIsHydrated();
  const [openings, setOpenings] = useState(0);

  return (
    <Dialog
      id="login-dialog"
      title="Admin Login"
      ref={dialog}
      onOpen={() => setOpenings((before) => before + 1)}
      onClose={onClose}
    >
      {step.name === 'credentials' && (
        <>
          {isHydrated && <SignedInAlready />}
          {isHydrated && <StorageNotice />}
          <CredentialsForm
            email={step.email}
            isAgain={step.isAgain === true}
            onSignedIn={onSignedIn}
            onForgotten={(email) => goToStep({ name: 'forgot', email })}
          />
          <ScriptLost />
          {isHydrated && <OtherSignInMethods opening={openings} onSignedIn={onSignedIn} />}
        </>
      )}
      {step.name === 'second-factor' && <SecondFactorStep onProven={enter} onLeave={onLeave} />}
      {step.name === 'code' && (
        <LoginCode
          email={step.email}
          onSignedIn={onSignedIn}
          onBack={(email) => goToStep({ name: 'forgot', email })}
        />
      )}
      {step.name === 'forgot' && (
        <ForgotForm
          email={step.email}
          onBack={(email) => goToStep({ name: 'credentials', email })}
          onSent={(email) => goToStep({ name: 'code', email })}
        />
      )}
      <ToastList />
    </Dialog>
  );
}

const notices = {
  tab: 'This browser has no storage left for this site, so you will be signed in only in this tab.',
  page: 'This browser stores nothing for this site. Allow cookies and site data, reload the page and sign in.',
};

/** Says it where this browser would keep no session, or for this tab alone. */
function StorageNotice() {
  const [scope] = useState(() => sessionScope());
  if (scope === 'browser') return null;
  return (
    <p className={styles['notice']} role="alert">
      {notices[scope]}
    </p>
  );
}

/** Returns the account of this browser's session, or null without one or while its second factor is missing. */
async function readWhoIsHere(): Promise<string | null> {
  // In this order, because an abandoned session is gone when it is read.
  if (await isSecondFactorDue()) return null;
  return (await readSession())?.user.email ?? null;
}

/** Leads a person who is signed in already to the dashboard. */
function SignedInAlready() {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    void readWhoIsHere().then(setEmail);
  }, []);
  if (!email) return null;
  return (
    <p className={styles['already']}>
      <span>{`You are signed in as ${email}.`}</span> <a href="/admin">Go to the dashboard</a>
    </p>
  );
}
