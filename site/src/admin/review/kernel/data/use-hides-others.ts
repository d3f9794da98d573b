import { useQuery } from '@tanstack/react-query';
import { scoringQuery } from './queries.ts';

/**
 * Returns true if others' scores are hidden until the own ones are complete. The list then cannot be ordered by
 * rating.
 */
export const useHidesOthers = (): boolean => useQuery(scoringQuery).data?.hides_others_until_scored ?? false;
