import { useMemo } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { peopleQuery } from '../data/queries.ts';
import type { Person } from '../data/shapes/people.ts';
import { phrase } from '../words.ts';
import { nameOfAddress } from './names.ts';

const noPeople: readonly Person[] = [];

/** An account of which nothing is known. */
const SOMEONE = 'Someone';

/** Finds members and their names. */
function naming(people: readonly Person[]) {
  const byId = new Map(people.map((person) => [person.user_id, person]));
  // An empty address is that of an erased account.
  const byAddress = new Map(
    people.filter(({ email }) => email !== '').map((person) => [person.email, person]),
  );
  const counts = new Map<string, number>();
  for (const { name } of people) counts.set(name, (counts.get(name) ?? 0) + 1);
  const find = (id: string | null, email: string | null = null) =>
    (id === null ? undefined : byId.get(id)) ?? (email === null ? undefined : byAddress.get(email));
  return {
    /** Returns the name by id, or else by the stored address. */
    nameOf: (id: string | null, email: string | null = null): string => {
      const known = find(id, email);
      // An account with neither address nor number has no name.
      if (known) return known.name || SOMEONE;
      return email ? nameOfAddress(email) : email === '' ? 'A former member' : SOMEONE;
    },
    /** Returns the address by id, '' for former members. */
    addressOf: (id: string | null): string => find(id)?.email ?? '',
    /** Returns a name to choose by, with the address if two members share a name. */
    labelOf: ({ name, email }: Person): string => ((counts.get(name) ?? 0) > 1 ? `${name} (${email})` : name),
  };
}

/** 'Ask Ada (owner)', or of several the first three. */
function namesOfOwners(people: readonly Person[]): string {
  const owners = people.filter(({ access }) => access === 'owner').map(({ name }) => name);
  return phrase`Ask ${owners.slice(0, 3).join(' or ')} (owner)`;
}

/** Returns the members, the reviewers and owners among them, who can be assignees, and functions for their names. */
export function usePeople() {
  const { data: people = noPeople } = useQuery(peopleQuery);
  return useMemo(
    () => ({
      people,
      reviewers: people.filter(({ access }) => access !== 'reader'),
      ownerNames: namesOfOwners(people),
      ...naming(people),
    }),
    [people],
  );
}

/** Reloads the members and the own access, because either may have changed. */
export function useRefreshPeople() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['people'] }),
      client.invalidateQueries({ queryKey: ['me'] }),
    ]);
}
