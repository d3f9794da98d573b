import { useQuery } from '@tanstack/react-query';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel, Unread } from '../parts/Panel.tsx';
import { Confirmed } from '../password/Confirmed.tsx';
import { CodeSheet } from './CodeSheet.tsx';
import type { RecoveryControl } from './use-recovery-codes.ts';
import { factorsQuery } from '../factors/factors.ts';
import { recoveryCodesQuery } from './recovery-codes.ts';
import styles from '../parts/Account.module.css';

interface Props {
  copy: AccountCopy;
  email: string;
  control: RecoveryControl;
}

/** From so few on, the page asks for new ones. */
const LOW_CODE_COUNT = 3;

/**
 * The number of unused recovery codes, and a button for new ones. Hidden without a second factor, or where the
 * backend has none.
 */
export function RecoveryPanel({ copy, email, control }: Props) {
  const words = copy.recovery;
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
      <Panel title={words.title} lead={words.lead}>
        <CodeSheet copy={words} email={email} made={control.shown} onKept={control.putAway} />
      </Panel>
    );
  if (!factors?.length || codes?.kind === 'unknown-here') return null;
  return (
    <Panel title={words.title} lead={words.lead}>
      {isError && <Unread copy={copy.unread} onRetry={() => void refetch()} />}
      {codes?.kind === 'none' && !control.isMakingFirst && (
        <>
          <p>{words.none}</p>
          <Button aria-disabled={control.isMaking || undefined} onClick={() => void control.make(true)}>
            {words.make}
          </Button>
        </>
      )}
      {codes?.kind === 'set' && (
        <>
          <p className={codes.left <= LOW_CODE_COUNT ? styles['few'] : undefined}>
            {words.left.replace('{left}', String(codes.left)).replace('{total}', String(codes.total))}
            {codes.left <= LOW_CODE_COUNT && ` ${words.few}`}
          </p>
          <Confirmed
            label={words.renew}
            question={words.renewQuestion}
            onConfirm={() => void control.make(false)}
          />
        </>
      )}
    </Panel>
  );
}
