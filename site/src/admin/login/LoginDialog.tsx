import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { LoginCopy } from '../../content/admin.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { carryToast } from '../../ui/toast/carry.ts';
import { ToastList } from '../../ui/toast/ToastList.tsx';
import { useIsHydrated } from '../../ui/useIsHydrated.ts';
import { CodeForm } from './CodeForm.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { ForgotForm } from './ForgotForm.tsx';

const OtherWays = lazy(() => import('./OtherWays.tsx'));

type Step = { name: 'credentials' } | { name: 'code' } | { name: 'forgot'; email: string };

/** The admins' way in: e-mail and password, then a code where the account has an authenticator app. */
export function LoginDialog({ copy }: { copy: LoginCopy }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [step, setStep] = useState<Step>({ name: 'credentials' });
  const isHydrated = useIsHydrated();

  const enter = useCallback(() => {
    dialog.current?.close();
    void carryToast(copy.toasts.success).then(() => location.assign('/admin'));
  }, [copy]);

  const onSignedIn = useCallback(
    ({ owesCode }: { owesCode: boolean }) => (owesCode ? setStep({ name: 'code' }) : enter()),
    [enter],
  );

  return (
    <Dialog id="login-dialog" title={copy.title} closeLabel={copy.close} ref={dialog}>
      {step.name === 'credentials' && (
        <>
          <CredentialsForm
            copy={copy}
            onSignedIn={onSignedIn}
            onForgotten={(email) => setStep({ name: 'forgot', email })}
          />
          {isHydrated && (
            <Suspense fallback={null}>
              <OtherWays copy={copy} onSignedIn={onSignedIn} />
            </Suspense>
          )}
        </>
      )}
      {step.name === 'code' && <CodeForm copy={copy} onProven={enter} />}
      {step.name === 'forgot' && (
        <ForgotForm copy={copy} email={step.email} onBack={() => setStep({ name: 'credentials' })} />
      )}
      <ToastList />
    </Dialog>
  );
}
