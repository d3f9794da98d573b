import type { ApplicationDetail } from './shapes/application.ts';

type Change = (shown: ApplicationDetail) => ApplicationDetail;

/** What was pressed and is on its way, by application, in the order in which it was pressed. */
const unsent = new Map<string, { changes: Change[]; left: number }>();

/** A change of an application that shows at once: what is loaded until `settle` shows it too. */
export function sending(applicationId: string, change: Change): void {
  const { changes, left } = unsent.get(applicationId) ?? { changes: [], left: 0 };
  unsent.set(applicationId, { changes: [...changes, change], left: left + 1 });
}

/** One of them was answered. They are let go together: what was asked before the last one may be answered after it. */
export function settle(applicationId: string): void {
  const entry = unsent.get(applicationId);
  if (!entry) return;
  entry.left -= 1;
  if (entry.left === 0) unsent.delete(applicationId);
}

/** An application as it was loaded, with what is still on its way. */
export function withUnsent(applicationId: string, loaded: ApplicationDetail): ApplicationDetail {
  return (unsent.get(applicationId)?.changes ?? []).reduce((shown, change) => change(shown), loaded);
}
