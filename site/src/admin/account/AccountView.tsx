import { keepFocus } from '../../ui/keep-focus.ts';
import { EmailPanel } from './email/EmailPanel.tsx';
import { FactorPanel } from './factors/FactorPanel.tsx';
import { IdentityPanel } from './IdentityPanel.tsx';
import { Panel } from './parts/Panel.tsx';
import { PasskeyPanel } from './PasskeyPanel.tsx';
import { PasswordForm } from './password/PasswordForm.tsx';
import { RecoveryPanel } from './recovery/RecoveryPanel.tsx';
import { useRecoveryCodes } from './recovery/use-recovery-codes.ts';
import { SessionPanel } from './SessionPanel.tsx';
import styles from './Account.module.css';

/** The settings of a member's own account. */
export default function AccountView({ email }: { email: string }) {
  const codes = useRecoveryCodes();
  return (
    <div ref={keepFocus} className={`stack gap-6 ${styles['account']}`}>
      <h2 className="text-xl">Your account</h2>
      <EmailPanel email={email} />
      <Panel title="Password" lead="At least eight characters. Changing it keeps you signed in here.">
        <PasswordForm email={email} />
      </Panel>
      <FactorPanel onFirst={() => void codes.makeFirst()} onLast={codes.putAway} />
      <RecoveryPanel email={email} control={codes} />
      <PasskeyPanel />
      <IdentityPanel />
      <SessionPanel />
    </div>
  );
}
