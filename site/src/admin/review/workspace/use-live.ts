import { useReturnOfConnection } from '../kernel/data/connection.ts';
import { useMe } from '../kernel/data/me.tsx';
import { useRecent } from '../kernel/data/recent.ts';
import type { Row } from '../kernel/data/shapes/row.ts';
import { usePulse } from '../kernel/data/use-pulse.ts';
import { usePeople } from '../kernel/people/use-people.ts';

/** Keeps what is shown up to date with what others do, and remembers which applications were opened. */
export function useLive(openId: string | null, atHand: Row | undefined): void {
  const { user_id: myId } = useMe();
  const { nameOf } = usePeople();
  usePulse(myId, openId, nameOf);
  useReturnOfConnection();
  useRecent(openId === null || atHand?.id !== openId ? undefined : atHand);
}
