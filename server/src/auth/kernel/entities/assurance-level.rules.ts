/** How sure a session is of its holder: one proof, or two. */
export type AssuranceLevel = 'aal1' | 'aal2';
