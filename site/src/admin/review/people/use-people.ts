import { useCallback } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { peopleQuery } from '../data/queries.ts';

/** Who works here, and the address of each by id ('' for who no longer does). */
export function usePeople() {
  const { data: people = [] } = useQuery(peopleQuery);
  const emailOf = useCallback(
    (id: string) => people.find(({ user_id: userId }) => userId === id)?.email ?? '',
    [people],
  );
  return { people, emailOf };
}

/** Asks again who is here and how far one may go oneself: either may have changed. */
export function useRefreshPeople() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['people'] }),
      client.invalidateQueries({ queryKey: ['me'] }),
    ]);
}
