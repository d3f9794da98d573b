import { useEffect } from 'react';
import { forgetText, keepText, storedText } from '../ui/keep-text.ts';
import type { JoinValues } from './rules.ts';
import type { JoinForm } from './use-join-form.ts';

/** The page keeps what is typed before this script has arrived under the same key (ui/on-opened.ts). */
export const DRAFT = 'solostead.application';

/** Returns what was typed in this tab before, or nothing if storage is blocked or has other content. */
function readDraft(): Partial<JoinValues> {
  try {
    return (JSON.parse(storedText('sessionStorage', DRAFT) ?? '{}') ?? {}) as Partial<JoinValues>;
  } catch {
    return {};
  }
}

const keepDraft = (values: JoinValues) => keepText('sessionStorage', DRAFT, JSON.stringify(values));

/** Forgets what was typed, once it has been sent. */
export const forgetDraft = () => forgetText('sessionStorage', DRAFT);

/**
 * Keeps the input while the tab is open, so that a reload loses nothing. Fields that were filled in before the script
 * arrived take precedence.
 */
export function useDraft(form: JoinForm): void {
  useEffect(() => {
    for (const [name, value] of Object.entries(readDraft()) as [keyof JoinValues, never][]) {
      if (value && !form.getValues(name)) form.setValue(name, value, { shouldValidate: true });
    }
    // Input from before the script was never checked. A wrong entry must show its error.
    const values = form.getValues();
    void form.trigger((Object.keys(values) as (keyof JoinValues)[]).filter((name) => values[name]));
    keepDraft(values);
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) });
  }, [form]);
}
