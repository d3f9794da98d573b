import { hydrateRoot } from 'react-dom/client';
import { AdminArea } from '../../admin/AdminArea.tsx';
import { errorBoundary } from '../../content/error-boundary.ts';
import { ErrorBoundary, ErrorBoundaryWords } from '../../ui/lazy/ErrorBoundary.tsx';

/** Brings the admin area to life. */
export function hydrate(host: Element): void {
  hydrateRoot(
    host,
    <ErrorBoundaryWords value={errorBoundary}>
      <ErrorBoundary>
        <AdminArea />
      </ErrorBoundary>
    </ErrorBoundaryWords>,
    { identifierPrefix: 'admin' },
  );
}
