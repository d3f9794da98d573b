/** The look of our mails, shared with the functions that run on both backends. */
export { escapeHtml, mailButton, mailPage } from '../../../../../supabase/functions/_shared/html.ts';
