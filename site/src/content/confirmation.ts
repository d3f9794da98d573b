import { received } from './received.ts';
import type { Content } from './read/read-content.ts';

/** The words of the confirm page's component. The rest of confirm-email.yaml is for a browser without script. */
export const confirmationCopy = ({
  needsScript: _needsScript,
  withoutScript: _withoutScript,
  ...copy
}: Content<'confirmEmail'>) => ({ ...copy, received });

export type ConfirmationCopy = ReturnType<typeof confirmationCopy>;
