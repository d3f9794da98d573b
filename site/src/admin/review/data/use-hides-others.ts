import { useQuery } from '@tanstack/react-query';
import { scoringQuery } from './queries.ts';

/** Whether others' scores are hidden until one's own are complete: the list then has no order by rating. */
export const useHidesOthers = (): boolean => useQuery(scoringQuery).data?.hides_others_until_scored ?? false;
