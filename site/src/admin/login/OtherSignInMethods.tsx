import { use, useState, type SubmitEvent } from 'react';
import { readSignInMethods } from '../../supabase/sign-in-methods.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { localise, type Answer, loginFailure, noAddress } from '../session/answer.ts';
import { signInAt, signInAtCompany, signInByPasskey } from '../session/elsewhere.ts';
import { providerName } from '../session/sign-in.ts';
import { isSecondFactorDue } from '../../supabase/session.ts';
import { passkeyProblems } from '../second-factor/problems.ts';
import styles from '../second-factor/SignIn.module.css';

/** The services whose names are not their ids in config.toml. */
const providerNames = {
  google: 'Google',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
};

interface Props {
  onSignedIn: (how: { owesProof: boolean }) => void;
}

/** The other sign-in methods that the backend offers, read when the dialog is open. */
export default function OtherSignInMethods({ onSignedIn }: Props) {
  const methods = use(readSignInMethods());
  const [isAskingCompany, setAskingCompany] = useState(false);
  if (!(methods.providers.length > 0 || methods.hasCompanies || methods.hasPasskeys)) return null;

  const notify = (answer: Answer) => {
    if (!answer.ok) showToast(loginFailure(answer));
  };
  const leaveFor = (provider: string) => void signInAt(provider).then(notify);
  const usePasskey = async () => {
    const answer = await signInByPasskey();
    if (answer.ok) onSignedIn({ owesProof: await isSecondFactorDue() });
    else notify(localise(answer, passkeyProblems));
  };

  return (
    <section className={`${styles['others']} ${styles['methods']}`} aria-label="Or sign in with">
      <p className={styles['small']}>Or sign in with</p>
      <div className={styles['buttons']}>
        {methods.providers.map((provider) => (
          <Button key={provider} onClick={() => leaveFor(provider)}>
            {providerName(provider, providerNames)}
          </Button>
        ))}
        {methods.hasPasskeys && <Button onClick={() => void usePasskey()}>A passkey</Button>}
        {methods.hasCompanies && !isAskingCompany && (
          <Button onClick={() => setAskingCompany(true)}>Your company</Button>
        )}
      </div>
      {isAskingCompany && <CompanyForm onAnswer={notify} />}
    </section>
  );
}

/** Finds a person's company by the address they have there. */
function CompanyForm({ onAnswer }: { onAnswer: (answer: Answer) => void }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('company-email') ?? '').trim();
    if (!email.includes('@')) return showToast(noAddress);
    void signInAtCompany(email).then(onAnswer);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Field
        name="company-email"
        label="Your email at the company"
        type="email"
        inputMode="email"
        autoComplete="email"
        ref={(input) => input?.focus()}
      />
      <Button type="submit">Continue</Button>
    </form>
  );
}
