import { hydrateRoot } from 'react-dom/client';
import { AdminArea } from '../../admin/AdminArea.tsx';
import { ErrorBoundary } from '../../ui/lazy/ErrorBoundary.tsx';

export function hydrate(host: Element): void {
  hydrateRoot(
    host,
    <ErrorBoundary>
      <AdminArea />
    </ErrorBoundary>,
    { identifierPrefix: 'admin' },
  );
}
