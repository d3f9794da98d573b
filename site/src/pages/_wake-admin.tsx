import { hydrateRoot } from 'react-dom/client';
import { AdminArea } from '../admin/AdminArea.tsx';
import { account } from '../content/admin/account.ts';
import { admin, login } from '../content/admin/admin.ts';
import { part } from '../content/part.ts';
import { review } from '../content/admin/review.ts';
import { PartBoundary, PartWords } from '../ui/part/PartBoundary.tsx';

/** Brings the admin area to life. */
export function wake(host: Element): void {
  hydrateRoot(
    host,
    <PartWords value={part}>
      <PartBoundary>
        <AdminArea copy={{ admin, login, account, review }} />
      </PartBoundary>
    </PartWords>,
    { identifierPrefix: 'admin' },
  );
}
