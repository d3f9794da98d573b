import type { TestServer } from './servers/server.ts';

/** Shows everyone's scores and notes to all members, as a lab does that switches hiding off. */
export const showOpinions = ({ sql }: Pick<TestServer, 'sql'>) => setHiding({ sql }, false);

/** Sets if others' scores and notes are hidden until a member's own scores are complete. */
export const setHiding = async ({ sql }: Pick<TestServer, 'sql'>, hides: boolean): Promise<void> => {
  await sql(`update public.review_settings set hides_others_until_scored = ${hides}`);
};
