import { Suspense, useRef } from 'react';
import { lazyScreen } from '../../ui/lazy/lazy-screen.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { errorWords } from '../../ui/lazy/error-words.ts';
import { ScriptLost } from '../../ui/lazy/ScriptLost.tsx';
import { ToastList } from '../../ui/toast/ToastList.tsx';
import { useIsHydrated } from '../../ui/early-input.ts';
import { CredentialsForm } from './CredentialsForm.tsx';
import { ForgotForm } from './ForgotForm.tsx';
import { SignedInAlready } from './SignedInAlready.tsx';
import { StorageNotice } from './StorageNotice.tsx';
import { useSignInSteps } from './use-sign-in-steps.ts';

const SecondFactorStep = lazyScreen(() => import('../second-factor/SecondFactorStep.tsx'));
const LoginCode = lazyScreen(() => import('./LoginCode.tsx'));
const OtherSignInMethods = lazyScreen(() => import('./OtherSignInMethods.tsx'));

/** The sign-in of admins with e-mail and password, then the second factor where the account has one. */
export function LoginDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { step, goToStep, enter, onSignedIn, onLeave, onClose } = useSignInSteps(dialog);
  const isHydrated = useIsHydrated();

  return (
    <Dialog id="login-dialog" title="Admin Login" closeLabel="Close" ref={dialog} onClose={onClose}>
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
          <ScriptLost text={errorWords.lost} again={errorWords.again} />
          {isHydrated && (
            <Suspense fallback={null}>
              <OtherSignInMethods onSignedIn={onSignedIn} />
            </Suspense>
          )}
        </>
      )}
      {step.name === 'second-factor' && (
        <Suspense fallback={null}>
          <SecondFactorStep onProven={enter} onLeave={onLeave} />
        </Suspense>
      )}
      {step.name === 'forgot' && (
        <ForgotForm
          email={step.email}
          onBack={(email) => goToStep({ name: 'credentials', email })}
          onSent={(email) => goToStep({ name: 'code', email })}
        />
      )}
      {step.name === 'code' && (
        <Suspense fallback={null}>
          <LoginCode
            email={step.email}
            onSignedIn={onSignedIn}
            onBack={(email) => goToStep({ name: 'forgot', email })}
          />
        </Suspense>
      )}
      <ToastList />
    </Dialog>
  );
}
