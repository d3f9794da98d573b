import type { AccountCopy } from '../../content/admin/account.ts';
import { FactorPanel } from './factors/FactorPanel.tsx';
import { IdentityPanel } from './IdentityPanel.tsx';
import { Panel } from './Panel.tsx';
import { PasskeyPanel } from './PasskeyPanel.tsx';
import { PasswordForm } from './password/PasswordForm.tsx';
import { SessionPanel } from './SessionPanel.tsx';
import styles from './Account.module.css';

/** What a person can do about their own account. */
export default function AccountView({ copy, email }: { copy: AccountCopy; email: string }) {
  return (
    <div className={styles['account']}>
      <h2 className={styles['title']}>{copy.title}</h2>
      <Panel title={copy.password.title} lead={copy.password.lead}>
        <PasswordForm copy={copy.password} email={email} />
      </Panel>
      <FactorPanel copy={copy.factor} />
      <PasskeyPanel copy={copy.passkeys} />
      <IdentityPanel copy={copy.identities} />
      <SessionPanel copy={copy.sessions} />
    </div>
  );
}
