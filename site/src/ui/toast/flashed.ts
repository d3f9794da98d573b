import { forgetText, keepText, storedText } from '../keep-text.ts';
import { addToast } from './show.ts';
import type { Toast } from './toast.ts';

/** Also read by layouts/Page.astro, which loads `module` on a page that would otherwise need no script for toasts. */
const KEY = 'solostead.toasts';

interface Waiting {
  readonly module: string;
  readonly toasts: readonly Toast[];
}

function waiting(): readonly Toast[] {
  try {
    const stored = JSON.parse(storedText('sessionStorage', KEY) ?? 'null') as Waiting | null;
    return stored?.toasts ?? [];
  } catch {
    return [];
  }
}

/** Keeps a toast for the page that is opened next in this tab. */
export function keep({ title, text, tone, isBrief }: Toast): void {
  const stored: Waiting = { module: import.meta.url, toasts: [...waiting(), { title, text, tone, isBrief }] };
  keepText('sessionStorage', KEY, JSON.stringify(stored));
}

/** Shows what earlier pages left, once. */
function showFlashed(): void {
  const toasts = waiting();
  forgetText('sessionStorage', KEY);
  toasts.forEach(addToast);
}

if (typeof document !== 'undefined') showFlashed();
