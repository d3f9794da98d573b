/**
 * The address for posting the join form without script. Our own backend serves the site and accepts it, Supabase does
 * not.
 */
export const postTo = import.meta.env.PUBLIC_SUPABASE_URL ? undefined : '/join';
