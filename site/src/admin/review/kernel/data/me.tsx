import { createContext } from 'react';
import { useProvided } from '#ui/use-provided.ts';
import type { Access, Me } from './shapes/people.ts';

/** A member with known access. */
export type Member = Me & { readonly access: Access };

const MeContext = createContext<Member | null>(null);

export const MeProvider = MeContext.Provider;

/** The signed-in member and their access. The database decides, this only hides useless buttons. */
export function useMe() {
  const me = useProvided(MeContext);
  const isOwner = me.access === 'owner';
  const mayReview = me.access !== 'reader';
  /** True with this access or more. */
  const may = (right: Access) => (right === 'owner' ? isOwner : right === 'reader' || mayReview);
  return { ...me, mayReview, isOwner, may };
}
