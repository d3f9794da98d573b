import { spellWait } from '../../supabase/retry-after.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import type { Answer } from './answer.ts';

/** The words it needs of a form's. */
interface Words {
  /** The time to retry, with the placeholder `{time}`. */
  readonly later: string;
  readonly toasts: { readonly failed: Toast };
}

/** The form's failure, for example 'Login failed', in the server's words, and when to try again if it said so. */
export function failureToast(answer: Exclude<Answer, { ok: true }>, copy: Words): Toast {
  const text = answer.message ?? copy.toasts.failed.text ?? '';
  return {
    ...copy.toasts.failed,
    text: answer.wait
      ? `${text.replace(/\.?$/, '.')} ${copy.later.replace('{time}', spellWait(answer.wait))}`
      : text,
  };
}
