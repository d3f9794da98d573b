import type { FastifyCorsOptions } from '@fastify/cors';

/**
 * Any origin may call the API, as on Supabase: keys and tokens travel in headers, never in cookies. The exposed headers
 * are those that client libraries read (contract A0.1).
 */
export const crossOrigin: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  exposedHeaders: [
    'Content-Encoding',
    'Content-Location',
    'Content-Range',
    'Link',
    'Location',
    'Preference-Applied',
    'Range-Unit',
    'Retry-After',
    'X-Request-Id',
    'X-Sb-Error-Code',
    'X-Supabase-Api-Version',
    'X-Total-Count',
  ],
  maxAge: 3600,
  strictPreflight: false,
};
