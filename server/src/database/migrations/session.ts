/**
 * Ends what a file set for the session before the next one, such as the empty search path of a dump, and sets the
 * search path of Supabase's owner. Migrations call functions of extensions without a schema.
 */
export const FRESH_SESSION =
  'reset session authorization; reset role; reset all; set search_path = "$user", public, extensions';
