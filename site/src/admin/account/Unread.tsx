import type { AccountCopy } from '../../content/admin/account.ts';
import { Button } from '../../ui/Button.tsx';

/** Says that a matter could not be loaded, and tries again. */
export function Unread({ copy, onRetry }: { copy: AccountCopy['unread']; onRetry: () => void }) {
  return (
    <p role="status">
      {copy.text} <Button onClick={onRetry}>{copy.retry}</Button>
    </p>
  );
}
