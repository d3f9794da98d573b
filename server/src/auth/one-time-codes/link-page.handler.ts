import { type Handler, queryOf, redirectOf } from '../kernel/call.ts';
import { validationFailed } from '../kernel/errors.ts';
import { escapeHtml } from '../../mail/mail-page.ts';

/** The title and button by the `type` of a link. */
const actions: Readonly<Record<string, string>> = {
  signup: 'Confirm your email address',
  email: 'Confirm your email address',
  invite: 'Accept the invitation',
  magiclink: 'Sign in',
  recovery: 'Choose a new password',
  email_change: 'Confirm your new email address',
};

/** No script, nothing to load, and the mail's own style. A form may lead to any site, where its answer redirects. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/**
 * GET /verify/page `?token=<hash>&type=&redirect_to=` shows a button, which uses the link as GET /verify does. A program
 * that opens the links of a mail uses nothing by that. It returns the same page for every link.
 */
export const linkPage: Handler = async (call) => {
  const action = actions[queryOf(call, 'type') ?? ''];
  if (!action) throw validationFailed('Verify requires a verification type');
  const place = new URL(redirectOf(call)).host;
  call.reply.header('Content-Type', 'text/html; charset=utf-8');
  call.reply.header('Content-Security-Policy', POLICY);
  call.reply.header('Referrer-Policy', 'no-referrer');
  // The form is sent to the page's own address, with its query.
  return call.auth.settings.mailPage(
    action,
    `<h1>${escapeHtml(action)}</h1>
<form method="post"><p><button style="padding:.6em 1.2em;font:inherit">${escapeHtml(action)}</button></p></form>
<p>You continue at ${escapeHtml(place)}. If you did not ask for this, close this page.</p>`,
  );
};
