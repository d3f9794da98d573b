import type { AccountCopy } from '../../content/account.ts';
import { go } from '../address.ts';
import { PasswordForm } from './PasswordForm.tsx';
import styles from './Account.module.css';

/** Where the link of a forgotten password or of an invitation leads. */
export default function NewPasswordView({ copy }: { copy: AccountCopy }) {
  const { first } = copy.password;
  return (
    <div className={styles['account']}>
      <h2 className={styles['title']}>{first.title}</h2>
      <div className={styles['panel']}>
        <p className={styles['soft']}>{first.lead}</p>
        <PasswordForm copy={copy.password} onSaved={() => go({ view: null }, 'replace')} />
      </div>
    </div>
  );
}
