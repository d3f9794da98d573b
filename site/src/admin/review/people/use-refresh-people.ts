import { useQueryClient } from '@tanstack/react-query';

/** Asks again who is here and how far one may go oneself: either may have changed. */
export function useRefreshPeople() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['people'] }),
      client.invalidateQueries({ queryKey: ['me'] }),
    ]);
}
