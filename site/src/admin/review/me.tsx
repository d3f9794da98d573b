import { createContext, useContext } from 'react';
import type { Access, Me } from './data/shapes/people.ts';

/** Someone who may enter: their access is known. */
export type Member = Me & { readonly access: Access };

const MeContext = createContext<Member | null>(null);

export const MeProvider = MeContext.Provider;

/** Who is at work here, and how far they may go. The database decides; this only saves them useless buttons. */
export function useMe() {
  const me = useContext(MeContext);
  if (!me) throw new Error('The signed-in member is not known here: wrap it in MeProvider.');
  return { ...me, mayReview: me.access !== 'reader', isOwner: me.access === 'owner' };
}
