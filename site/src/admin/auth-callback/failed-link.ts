import type { Toast } from '../../ui/toast/toast.ts';

/** Returns our own words about an error code, or '' for an unknown one or while they cannot be loaded. */
async function reasonOf(code: string): Promise<string> {
  if (!code) return '';
  try {
    const { failures } = await import('./failures.ts');
    return Object.hasOwn(failures, code) ? `${failures[code]} ` : '';
  } catch {
    return '';
  }
}

/** Returns the toast of a failed link or sign-in elsewhere, whose words are never those of the address. */
export async function failedLink(code: string, isSignIn: boolean): Promise<Toast> {
  return {
    title: isSignIn ? 'Login failed' : 'This link does not work',
    text: (await reasonOf(code)) + (isSignIn ? 'Please try again.' : 'Please ask for a new one.'),
    tone: 'danger',
  };
}
