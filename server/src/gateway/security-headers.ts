/** Headers of every answer. HSTS is included only if the public origin is https. */
export const securityHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
});
