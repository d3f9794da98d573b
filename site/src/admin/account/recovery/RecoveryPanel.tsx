import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { Panel, Unread } from '../parts/Panel.tsx';
import { Confirmed } from '../password/Confirmed.tsx';
import { CodeSheet } from './CodeSheet.tsx';
import type { RecoveryControl } from './use-recovery-codes.ts';
import { factorsQuery } from '../factors/factors.ts';
import { recoveryCodesQuery } from './recovery-codes.ts';

const LEAD = 'For the day your phone or key is lost: each signs you in once in place of the second factor.';

/** From so few on, the page asks for new ones. */
const LOW_CODE_COUNT = 3;

/**
 * The number of unused recovery codes, and a button for new ones. Hidden without a second factor, or where the
 * backend has none.
 */
export function RecoveryPanel({ email, control }: { email: string; control: RecoveryControl }) {
  const { data: factors } = useQuery(factorsQuery);
  const {
    data: codes,
    isError,
    refetch,
  } = useQuery({
    ...recoveryCodesQuery,
    // Without a second factor there are none.
    enabled: (factors?.length ?? 0) > 0,
  });
  if (control.shown)
    return (
      <Panel title="Recovery codes" lead={LEAD}>
        <CodeSheet email={email} made={control.shown} onKept={control.putAway} />
      </Panel>
    );
  if (!factors?.length || codes?.kind === 'unknown-here') return null;
  return (
    <Panel title="Recovery codes" lead={LEAD}>
      {isError && <Unread onRetry={() => void refetch()} />}
      {codes?.kind === 'none' && !control.isMakingFirst && (
        <>
          <p>You have none yet.</p>
          <Button aria-disabled={control.isMaking || undefined} onClick={() => void control.make(true)}>
            Make recovery codes
          </Button>
        </>
      )}
      {codes?.kind === 'set' && (
        <>
          <p className={codes.left <= LOW_CODE_COUNT ? 'danger' : undefined}>
            {`${codes.left} of ${codes.total} codes are left.`}
            {codes.left <= LOW_CODE_COUNT && ' Make new ones before they run out.'}
          </p>
          <Confirmed
            label="Make new codes"
            question="Really? The old ones stop working"
            onConfirm={() => void control.make(false)}
          />
        </>
      )}
    </Panel>
  );
}
