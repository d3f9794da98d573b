import type { ApplicationDetail } from './shapes/application.ts';

type Change = (shown: ApplicationDetail) => ApplicationDetail;

/** Pending changes by application, in order. */
const unsent = new Map<string, { changes: Change[]; left: number }>();

/** Registers a change that shows at once, on top of loaded data, until `settle`. */
export function sending(applicationId: string, change: Change): void {
  const { changes, left } = unsent.get(applicationId) ?? { changes: [], left: 0 };
  unsent.set(applicationId, { changes: [...changes, change], left: left + 1 });
}

/** Marks one as answered. All are released together, because an earlier read may be answered after a later change. */
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
