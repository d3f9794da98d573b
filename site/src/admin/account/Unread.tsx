import type { AccountCopy } from '../../content/admin/account.ts';
import { Button } from '../../ui/Button.tsx';

/** Reports a section that could not be loaded, with a retry. */
export function Unread({ copy, onRetry }: { copy: AccountCopy['unread']; onRetry: () => void }) {
  return (
    <p role="status">
      {copy.text} <Button onClick={onRetry}>{copy.retry}</Button>
    </p>
  );
}
