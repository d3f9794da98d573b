import { goTo } from '../../route/address.ts';
import { hrefOfPlace } from '../../route/search.ts';
import { Panel } from '../parts/Panel.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import styles from '../Account.module.css';

/** The page behind the link of a forgotten password or an invitation. */
export default function NewPasswordView({ email }: { email: string }) {
  return (
    <div className={`stack gap-6 ${styles['account']}`}>
      <h2 className="text-xl">Set your password</h2>
      <Panel title="Password" lead={`Choose a password of at least eight characters for ${email}.`}>
        <PasswordForm email={email} onSaved={() => goTo(hrefOfPlace('review'), 'replace')} />
      </Panel>
    </div>
  );
}
