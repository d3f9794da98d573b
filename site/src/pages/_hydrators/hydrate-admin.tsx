import { hydrateRoot } from 'react-dom/client';
import { AdminArea } from '../../admin/AdminArea.tsx';
import { ErrorBoundary } from '../../ui/lazy/ErrorBoundary.tsx';
import { ignoreComposedKeys } from '../../ui/form/composed-keys.ts';

export function hydrate(host: Element): void {
  ignoreComposedKeys();
  hydrateRoot(
    host,
    <ErrorBoundary>
      <AdminArea />
    </ErrorBoundary>,
    { identifierPrefix: 'admin' },
  );
}
