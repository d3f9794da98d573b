import type { AccountCopy } from '../../content/account.ts';
import { FactorPanel } from './FactorPanel.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionPanel } from './SessionPanel.tsx';
import styles from './Account.module.css';

/** What a person can do about their own account. */
export default function AccountView({ copy }: { copy: AccountCopy }) {
  return (
    <div className={styles['account']}>
      <h2 className={styles['title']}>{copy.title}</h2>
      <section className={styles['panel']} aria-labelledby="password-title">
        <h3 id="password-title">{copy.password.title}</h3>
        <p className={styles['soft']}>{copy.password.lead}</p>
        <PasswordForm copy={copy.password} />
      </section>
      <FactorPanel copy={copy.factor} />
      <SessionPanel copy={copy.sessions} />
    </div>
  );
}
