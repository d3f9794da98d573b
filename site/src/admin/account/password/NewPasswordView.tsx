import type { AccountCopy } from '../../../content/admin/account.ts';
import { goTo } from '../../route/address.ts';
import { hrefOfPlace } from '../../route/search.ts';
import { Panel } from '../parts/Panel.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import styles from '../parts/Account.module.css';

/** The page behind the link of a forgotten password or an invitation. */
export default function NewPasswordView({ copy, email }: { copy: AccountCopy; email: string }) {
  const { first } = copy.password;
  return (
    <div className={styles['account']}>
      <h2 className={styles['title']}>{first.title}</h2>
      <Panel title={copy.password.title} lead={first.lead.replace('{email}', email)}>
        <PasswordForm
          copy={copy.password}
          email={email}
          onSaved={() => goTo(hrefOfPlace('review'), 'replace')}
        />
      </Panel>
    </div>
  );
}
