import { call } from '../kernel/data/call.ts';
import type { Status } from '../kernel/data/shapes/row.ts';
import { moved, type Moved } from './mail/queries.ts';
import type { MoveRequest } from './moves.ts';
import { pathBetween } from './paths.ts';

/** Returns the statuses of a move, as every screen offers it. The database refuses one that it does not allow. */
export const pathOf = ({ row, to }: MoveRequest): readonly Status[] => pathBetween(row.status, to) ?? [to];

/** Moves an application that was seen in a version along a path, in one batch. */
export function makeMove(
  id: string,
  path: readonly Status[],
  seen: number,
  how: Readonly<Record<string, unknown>>,
): Promise<Moved> {
  return call('review_move', { application_id: id, seen_version: seen, path, ...how }, moved);
}
