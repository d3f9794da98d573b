import { hydrateRoot } from 'react-dom/client';
import { LoginDialog } from '../admin/login/LoginDialog.tsx';
import { login } from '../content/admin/admin.ts';
import { part } from '../content/part.ts';
import { PartWords } from '../ui/part/PartBoundary.tsx';

/** Brings the login dialog to life; asked for by the page when the dialog is first used. */
export function wake(host: Element): void {
  hydrateRoot(
    host,
    <PartWords value={part}>
      <LoginDialog copy={login} />
    </PartWords>,
    { identifierPrefix: 'login' },
  );
}
