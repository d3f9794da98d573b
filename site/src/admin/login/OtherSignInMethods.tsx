import { use, useState, type SubmitEvent } from 'react';
import type { LoginCopy } from '../../content/admin/admin.ts';
import { readSignInMethods } from '../../supabase/sign-in-methods.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { localise, type Answer } from '../session/answer.ts';
import { signInAt, signInAtCompany, signInByPasskey } from '../session/elsewhere.ts';
import { failureToast } from '../session/failure-toast.ts';
import { providerName, isSecondFactorDue } from '../session/sign-in.ts';
import styles from './LoginDialog.module.css';

interface Props {
  copy: LoginCopy;
  onSignedIn: (how: { owesProof: boolean }) => void;
}

/** The other sign-in methods that the backend offers, read when the dialog is open. */
export default function OtherSignInMethods({ copy, onSignedIn }: Props) {
  const methods = use(readSignInMethods());
  const [isAskingCompany, setAskingCompany] = useState(false);
  if (!(methods.providers.length > 0 || methods.hasCompanies || methods.hasPasskeys)) return null;

  const notify = (answer: Answer) => {
    if (!answer.ok) showToast(failureToast(answer, copy));
  };
  const leaveFor = (provider: string) => void signInAt(provider).then(notify);
  const usePasskey = async () => {
    const answer = await signInByPasskey();
    if (answer.ok) onSignedIn({ owesProof: await isSecondFactorDue() });
    else notify(localise(answer, copy.signInMethods.passkeyProblems));
  };

  return (
    <section className={styles['actions']} aria-label={copy.signInMethods.title}>
      <p className={styles['methodsTitle']}>{copy.signInMethods.title}</p>
      <div className={styles['wayButtons']}>
        {methods.providers.map((provider) => (
          <Button key={provider} onClick={() => leaveFor(provider)}>
            {providerName(provider, copy.signInMethods.names)}
          </Button>
        ))}
        {methods.hasPasskeys && (
          <Button onClick={() => void usePasskey()}>{copy.signInMethods.passkey}</Button>
        )}
        {methods.hasCompanies && !isAskingCompany && (
          <Button onClick={() => setAskingCompany(true)}>{copy.signInMethods.company}</Button>
        )}
      </div>
      {isAskingCompany && <CompanyForm copy={copy} onAnswer={notify} />}
    </section>
  );
}

/** Finds a person's company by the address they have there. */
function CompanyForm({ copy, onAnswer }: { copy: LoginCopy; onAnswer: (answer: Answer) => void }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('company-email') ?? '').trim();
    if (!email.includes('@')) return showToast(copy.toasts.address);
    void signInAtCompany(email).then(onAnswer);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Field
        name="company-email"
        label={copy.signInMethods.companyEmail}
        type="email"
        inputMode="email"
        autoComplete="email"
        ref={(input) => input?.focus()}
      />
      <Button type="submit">{copy.signInMethods.companySubmit}</Button>
    </form>
  );
}
