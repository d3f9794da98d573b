/** Our own words about a failed link or sign-in elsewhere, by its error code. */
export const failures: Readonly<Record<string, string>> = {
  otp_expired: 'Email link is invalid or has expired.',
  user_banned: 'This account is closed.',
  signup_disabled: 'Signups not allowed: no account here has that address.',
  user_not_found: 'No account here has that address.',
  provider_email_needs_verification: 'The address of that account is not confirmed yet.',
  email_address_not_provided: 'That account has no address.',
  identity_already_exists: 'That account is already connected here.',
  access_denied: 'It was cancelled or refused.',
  flow_state_expired: 'It took too long.',
  flow_state_not_found: 'It took too long, or was used already.',
  flow_state_already_used: 'It was used already.',
  bad_oauth_state: 'It took too long.',
  pkce_code_verifier_not_found: 'It was not begun in this browser.',
  over_request_rate_limit: 'There were too many tries.',
};
