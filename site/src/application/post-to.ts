/**
 * Where the join form is posted without its script: our own backend, which serves the site as well, takes it; Supabase
 * does not.
 */
export const postTo = import.meta.env.PUBLIC_SUPABASE_URL ? undefined : '/join';
