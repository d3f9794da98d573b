import { hydrateRoot } from 'react-dom/client';
import { LoginDialog } from '../../admin/login/LoginDialog.tsx';
import { login } from '../../content/admin/admin.ts';
import { errorBoundary } from '../../content/error-boundary.ts';
import { ErrorBoundaryWords } from '../../ui/lazy/ErrorBoundary.tsx';

/** Hydrates the login dialog when it is first used. */
export function hydrate(host: Element): void {
  hydrateRoot(
    host,
    <ErrorBoundaryWords value={errorBoundary}>
      <LoginDialog copy={login} />
    </ErrorBoundaryWords>,
    { identifierPrefix: 'login' },
  );
}
