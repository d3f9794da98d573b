import { visitorData } from '../../supabase/visitor.ts';

/** The result of a confirmation (contract P8.5 and P8.6). */
export type Confirmation =
  /** An answer that an earlier release remembered has no `isWaiting`, which counts as true. */
  | { readonly kind: 'confirmed'; readonly isWaiting?: boolean; readonly hasEvidence?: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly message: string | null }
  | { readonly kind: 'failed' }
  | { readonly kind: 'unexpected' };

function read(data: unknown): Confirmation {
  if (typeof data !== 'object' || data === null || !('success' in data)) return { kind: 'unexpected' };
  if (data.success === true)
    return {
      kind: 'confirmed',
      isWaiting: !('waiting' in data && data.waiting === false),
      hasEvidence: 'has_evidence' in data && data.has_evidence === true,
    };
  const message = 'message' in data && typeof data.message === 'string' ? data.message.trim() : '';
  return { kind: 'refused', message: message || null };
}

/**
 * Confirms the application of a mailed link (contract P7.3). An error from the server is 'failed'. A missing or
 * unreadable answer is 'unexpected'. Never throws.
 */
export async function confirmEmail(applicationId: string | null): Promise<Confirmation> {
  if (!applicationId) return { kind: 'missing' };
  try {
    const { data, error, status } = await visitorData().rpc('confirm_email', {
      application_id: applicationId,
    });
    if (status >= 400) return { kind: 'failed' };
    return error ? { kind: 'unexpected' } : read(data);
  } catch {
    return { kind: 'unexpected' };
  }
}
