import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useIsShown } from '../../../kernel/data/use-is-shown.ts';
import { keyOf } from '../../../kernel/drafts/drafts.ts';
import { forgetText, keepText, storedText } from '#ui/keep-text.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { type Mail, mail as mailShape, templatesQuery } from '../queries.ts';
import type { Status } from '../../../kernel/data/shapes/row.ts';

function read(key: string): Mail | null {
  try {
    return z.parse(z.nullable(mailShape), JSON.parse(storedText('sessionStorage', key) ?? 'null'));
  } catch {
    return null;
  }
}

/**
 * The mail of a move, `initial` until the member changes it. A changed one is kept in the tab until it is sent or
 * discarded, so that a reload loses nothing. `onClose` discards it and leaves. After the dialog was closed it closes
 * nothing, because another one may be open by then.
 */
export function useMailDraft(name: string, initial: Mail | null, leave: () => void) {
  const { user_id: myId } = useMe();
  const [key] = useState(() => keyOf(myId, `mail.${name}`));
  const [draft, keep] = useState(() => read(key));
  const [isChanged, setChanged] = useState(draft !== null);
  const forget = () => forgetText('sessionStorage', key);
  const setMail = (next: Mail | null) => {
    keep(next);
    setChanged(true);
    if (next) keepText('sessionStorage', key, JSON.stringify(next));
    else forget();
  };
  const isShown = useIsShown();
  const onClose = () => {
    forget();
    if (isShown.current) leave();
  };
  return { mail: isChanged ? draft : initial, setMail, isShown, onClose };
}

/** The words of a status' template, which a mail begins with. They are empty until `isReady`. */
export function useTemplateOf(to: Status | null) {
  const templates = useQuery(templatesQuery);
  const { subject = '', body = '' } = templates.data?.find(({ status }) => status === to) ?? {};
  return { template: { subject, body }, isReady: templates.data !== undefined, templates };
}
