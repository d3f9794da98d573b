import { useEffect, useState, type SubmitEvent } from 'react';
import { readSignInMethods, type SignInMethods } from '../../supabase/auth-settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, useFocusOnMount } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { localise, type Answer, loginFailure, noAddress } from '../session/answer.ts';
import { signInAt, signInAtCompany, signInByPasskey } from '../session/elsewhere.ts';
import { providerName } from '../session/provider-name.ts';
import { useSave } from '../saving/use-save.ts';
import { passkeySignInProblems } from '../second-factor/problems.ts';
import styles from '../SignIn.module.css';
import { trimmed } from '@solostead/contract/visible';

function notify(answer: Answer): void {
  if (!answer.ok) showToast(loginFailure(answer));
}

interface Props {
  /** The number of times that the dialog was opened. */
  opening: number;
  onSignedIn: () => Promise<void>;
}

/** The other sign-in methods that the backend offers, read when the dialog is open. */
export default function OtherSignInMethods({ opening, onSignedIn }: Props) {
  const [methods, setMethods] = useState<SignInMethods | null>(null);
  // Each opening of the dialog reads them, because the one before may have failed.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => void readSignInMethods().then(setMethods), [opening]);
  const [isAskingCompany, setAskingCompany] = useState(false);
  const { save: takePasskey } = useSave({
    send: signInByPasskey,
    done: (answer) => (answer.ok ? onSignedIn() : notify(localise(answer, passkeySignInProblems))),
  });
  if (!methods || !(methods.providers.length > 0 || methods.hasCompanies || methods.hasPasskeys)) return null;

  const leaveFor = (provider: string) => void signInAt(provider).then(notify);

  return (
    <section className={`${styles['others']} ${styles['methods']}`} aria-label="Or sign in with">
      <p className="caption">Or sign in with</p>
      <div className={`cluster ${styles['buttons']}`}>
        {methods.providers.map((provider) => (
          <Button key={provider} onClick={() => leaveFor(provider)}>
            {providerName(provider)}
          </Button>
        ))}
        {methods.hasPasskeys && <Button onClick={() => void takePasskey()}>A passkey</Button>}
        {methods.hasCompanies && !isAskingCompany && (
          <Button onClick={() => setAskingCompany(true)}>Your company</Button>
        )}
      </div>
      {isAskingCompany && <CompanyForm />}
    </section>
  );
}

/** Finds a person's company by the address they have there. */
function CompanyForm() {
  const field = useFocusOnMount<HTMLInputElement>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = trimmed(String(new FormData(event.currentTarget).get('company-email') ?? ''));
    if (!email.includes('@')) return showToast(noAddress);
    void signInAtCompany(email).then(notify);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Field
        name="company-email"
        label="Your email at the company"
        type="email"
        inputMode="email"
        autoComplete="email"
        ref={field}
      />
      <Button type="submit">Continue</Button>
    </form>
  );
}
