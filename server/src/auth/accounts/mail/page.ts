/** The look of our mails, shared with the functions that run on both backends. */
export { escapeHtml, mailPage } from '../../../../../supabase/functions/_shared/html.ts';
