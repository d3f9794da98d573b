import type { Toast } from './toast.ts';

/**
 * Keeps a toast for the next page in this tab. Its module is a separate file, because that page loads it too. Failing
 * to keep it is ignored.
 */
export async function flashToast(toast: Toast): Promise<void> {
  await import('./flashed.ts').then(({ keep }) => keep(toast)).catch(() => {});
}
