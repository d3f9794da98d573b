import type { AccountCopy } from '../../content/admin/account.ts';
import { DataProvider } from '../data/DataProvider.tsx';
import { EmailPanel } from './email/EmailPanel.tsx';
import { FactorPanel } from './factors/FactorPanel.tsx';
import { IdentityPanel } from './IdentityPanel.tsx';
import { Panel } from './parts/Panel.tsx';
import { PasskeyPanel } from './PasskeyPanel.tsx';
import { PasswordForm } from './password/PasswordForm.tsx';
import { RecoveryPanel } from './recovery/RecoveryPanel.tsx';
import { useRecoveryCodes } from './recovery/use-recovery-codes.ts';
import { SessionPanel } from './SessionPanel.tsx';
import styles from './parts/Account.module.css';

interface Props {
  copy: AccountCopy;
  email: string;
}

/** The settings of a member's own account. */
export default function AccountView(props: Props) {
  return (
    <DataProvider>
      <Matters {...props} />
    </DataProvider>
  );
}

function Matters({ copy, email }: Props) {
  const codes = useRecoveryCodes(copy.recovery);
  return (
    <div className={styles['account']}>
      <h2 className={styles['title']}>{copy.title}</h2>
      <EmailPanel copy={copy} email={email} />
      <Panel title={copy.password.title} lead={copy.password.lead}>
        <PasswordForm copy={copy.password} email={email} />
      </Panel>
      <FactorPanel copy={copy} onFirst={() => void codes.makeFirst()} />
      <RecoveryPanel copy={copy} email={email} control={codes} />
      <PasskeyPanel copy={copy.passkeys} />
      <IdentityPanel copy={copy.identities} />
      <SessionPanel copy={copy} />
    </div>
  );
}
