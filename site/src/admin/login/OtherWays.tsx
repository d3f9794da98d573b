import { useEffect, useState } from 'react';
import type { SubmitEvent } from 'react';
import type { LoginCopy } from '../../content/admin/admin.ts';
import { readWays } from '../../supabase/ways.ts';
import type { Ways } from '../../supabase/ways.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { isSecondFactorDue } from '../second-factor/due.ts';
import { worded } from '../session/answer.ts';
import type { Answer } from '../session/answer.ts';
import { signInAt, signInAtCompany, signInByPasskey } from '../session/elsewhere.ts';
import { failureToast } from '../session/failureToast.ts';
import styles from './LoginDialog.module.css';
import { providerName } from './providerName.ts';

interface Props {
  copy: LoginCopy;
  onSignedIn: (how: { owesProof: boolean }) => void;
}

/** The other ways in, where the backend offers any; asked for only once the dialog is open. */
export default function OtherWays({ copy, onSignedIn }: Props) {
  const [ways, setWays] = useState<Ways | null>(null);
  const [isAskingCompany, setAskingCompany] = useState(false);
  useEffect(() => {
    void readWays().then(setWays);
  }, []);
  if (!ways || !(ways.providers.length > 0 || ways.hasCompanies || ways.hasPasskeys)) return null;

  const tell = (answer: Answer) => {
    if (!answer.ok) showToast(failureToast(answer, copy));
  };
  const leaveFor = (provider: string) => void signInAt(provider).then(tell);
  const usePasskey = async () => {
    const answer = await signInByPasskey();
    if (answer.ok) onSignedIn({ owesProof: await isSecondFactorDue() });
    else tell(worded(answer, copy.ways.passkeyProblems));
  };

  return (
    <section className={styles['ways']} aria-label={copy.ways.title}>
      <p className={styles['waysTitle']}>{copy.ways.title}</p>
      <div className={styles['wayButtons']}>
        {ways.providers.map((provider) => (
          <Button key={provider} onClick={() => leaveFor(provider)}>
            {providerName(provider, copy.ways.names)}
          </Button>
        ))}
        {ways.hasPasskeys && <Button onClick={() => void usePasskey()}>{copy.ways.passkey}</Button>}
        {ways.hasCompanies && !isAskingCompany && (
          <Button onClick={() => setAskingCompany(true)}>{copy.ways.company}</Button>
        )}
      </div>
      {isAskingCompany && <CompanyForm copy={copy} onAnswer={tell} />}
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
        label={copy.ways.companyEmail}
        type="email"
        inputMode="email"
        autoComplete="email"
        ref={(input) => input?.focus()}
      />
      <Button type="submit">{copy.ways.companySubmit}</Button>
    </form>
  );
}
