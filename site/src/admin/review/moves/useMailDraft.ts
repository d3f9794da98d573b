import { useState } from 'react';
import { keyOf } from '../application/drafts.ts';
import type { Mail } from '../data/shapes.ts';
import { useMe } from '../me.tsx';

function read(key: string): Mail | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Mail | null;
  } catch {
    return null;
  }
}

/**
 * The mail that goes with a move, kept in the tab until it is sent or given up: a reload, for a newer version of the site
 * for example, loses none of its words.
 */
export function useMailDraft(name: string) {
  const { user_id: myId } = useMe();
  const key = keyOf(myId, `mail.${name}`);
  const [mail, setMail] = useState(() => read(key));
  const forget = () => sessionStorage.removeItem(key);
  const change = (next: Mail | null) => {
    setMail(next);
    if (next) sessionStorage.setItem(key, JSON.stringify(next));
    else forget();
  };
  return [mail, change, forget] as const;
}
