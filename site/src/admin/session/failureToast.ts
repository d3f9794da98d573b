import { spellWait } from '../../supabase/retryAfter.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import type { Answer } from './answer.ts';

/** The words it needs of the login dialog's. */
interface Words {
  readonly again: string;
  readonly toasts: { readonly failed: Toast };
}

/** 'Login failed' in the server's words, and when to try again if it said so. */
export function failureToast(answer: Exclude<Answer, { ok: true }>, copy: Words): Toast {
  const text = answer.message ?? copy.toasts.failed.text ?? '';
  return {
    ...copy.toasts.failed,
    text: answer.wait
      ? `${text.replace(/\.?$/, '.')} ${copy.again.replace('{time}', spellWait(answer.wait))}`
      : text,
  };
}
