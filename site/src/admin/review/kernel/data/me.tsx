import { createContext, useContext } from 'react';
import type { Access, Me } from './shapes/people.ts';

/** A member with known access. */
export type Member = Me & { readonly access: Access };

const MeContext = createContext<Member | null>(null);

export const MeProvider = MeContext.Provider;

/** The signed-in member and their access. The database decides, this only hides useless buttons. */
export function useMe() {
  const me = useContext(MeContext);
  if (!me) throw new Error('The signed-in member is not known here: wrap it in MeProvider.');
  return { ...me, mayReview: me.access !== 'reader', isOwner: me.access === 'owner' };
}
