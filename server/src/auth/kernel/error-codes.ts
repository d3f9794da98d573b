import type { ListedError } from '../../gateway/listed-errors.ts';

/** Every code that the auth service answers with (contract A0.1). server/docs/error-codes.md is generated from it. */
export const authErrors = {
  access_denied: { statuses: [403], shows: 'why the identity provider did not sign the person in' },
  anonymous_provider_disabled: { statuses: [422], message: 'Anonymous sign-ins are disabled' },
  bad_code_verifier: {
    statuses: [400],
    message: 'code challenge does not match previously saved code verifier',
  },
  bad_json: { statuses: [400], shows: 'why the body is not JSON' },
  bad_jwt: { statuses: [403, 400], shows: 'what is wrong with the access token' },
  bad_oauth_callback: { statuses: [400], shows: 'which parameter is missing' },
  bad_oauth_state: { statuses: [400], message: 'OAuth state not found or expired' },
  conflict: { statuses: [409], message: 'A concurrent request has changed the same record' },
  current_password_invalid: {
    statuses: [400],
    message: 'Current password required when setting new password.',
  },
  current_password_required: {
    statuses: [400],
    message: 'Current password required when setting new password.',
  },
  email_conflict_identity_not_deletable: {
    statuses: [422],
    message: 'Unable to unlink identity due to email conflict',
  },
  email_exists: {
    statuses: [422],
    message: 'A user with this email address has already been registered',
  },
  email_not_confirmed: { statuses: [400, 403, 422], message: 'Email not confirmed' },
  email_provider_disabled: { statuses: [422, 400], message: 'Email logins are disabled' },
  feature_disabled: { statuses: [404], shows: 'which feature is disabled' },
  flow_state_already_used: { statuses: [400], message: 'OAuth state has already been used' },
  flow_state_expired: { statuses: [422], message: 'invalid flow state, flow state has expired' },
  flow_state_not_found: { statuses: [404], message: 'invalid flow state, no valid flow state found' },
  identity_already_exists: { statuses: [422], shows: 'whose identity it is' },
  identity_not_found: { statuses: [422], message: "Identity doesn't exist" },
  insufficient_aal: { statuses: [403, 401, 422], shows: 'what needs a session with a second factor' },
  invalid_credentials: { statuses: [400], message: 'Invalid login credentials' },
  manual_linking_disabled: { statuses: [404], message: 'Manual linking is disabled' },
  mfa_challenge_expired: {
    statuses: [422],
    message: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
  },
  mfa_factor_name_conflict: { statuses: [422], message: 'A factor with this friendly name already exists' },
  mfa_factor_not_found: { statuses: [404, 422], message: 'Factor not found' },
  mfa_ip_address_mismatch: { statuses: [422], message: 'Challenge and verify IP addresses mismatch.' },
  mfa_phone_enroll_not_enabled: { statuses: [422], message: 'MFA enroll is disabled for Phone' },
  mfa_phone_verify_not_enabled: { statuses: [422], message: 'MFA verification is disabled for Phone' },
  mfa_recovery_codes_enroll_not_enabled: {
    statuses: [422],
    message: 'MFA enroll is disabled for recovery codes',
  },
  mfa_recovery_codes_locked: {
    statuses: [429],
    message: 'Too many failed verification attempts, try again later',
  },
  mfa_recovery_codes_sole_factor: {
    statuses: [422],
    message: 'At least one other verified factor is required to generate recovery codes',
  },
  mfa_recovery_codes_verify_not_enabled: {
    statuses: [422],
    message: 'MFA verification is disabled for recovery codes',
  },
  mfa_totp_enroll_not_enabled: { statuses: [422], message: 'MFA enroll is disabled for TOTP' },
  mfa_totp_verify_not_enabled: { statuses: [422], message: 'MFA verification is disabled for TOTP' },
  mfa_verification_failed: { statuses: [422], shows: 'which kind of code was wrong' },
  mfa_verified_factor_exists: { statuses: [422], shows: 'which kind of factor exists' },
  mfa_webauthn_enroll_not_enabled: { statuses: [422], message: 'MFA enroll is disabled for WebAuthn' },
  mfa_webauthn_verify_not_enabled: { statuses: [422], message: 'MFA verification is disabled for WebAuthn' },
  no_authorization: { statuses: [401, 403], message: 'This endpoint requires a valid Bearer token' },
  not_admin: { statuses: [403], message: 'User not allowed' },
  not_found: { statuses: [404], message: 'Path not found' },
  otp_disabled: { statuses: [422], message: 'Signups not allowed for otp' },
  otp_expired: { statuses: [403], message: 'Token has expired or is invalid' },
  over_email_send_rate_limit: { statuses: [429], message: 'email rate limit exceeded' },
  over_request_rate_limit: { statuses: [429], message: 'Request rate limit reached' },
  over_sms_send_rate_limit: { statuses: [429], message: 'SMS rate limit exceeded' },
  passkey_disabled: { statuses: [404], message: 'Passkeys are disabled' },
  phone_exists: { statuses: [422], message: 'A user with this phone number has already been registered' },
  phone_not_confirmed: { statuses: [400, 422], message: 'Phone not confirmed' },
  phone_provider_disabled: { statuses: [400, 422], message: 'Unsupported phone provider' },
  provider_disabled: { statuses: [400], message: 'Unsupported provider: provider is not enabled' },
  provider_email_needs_verification: { statuses: [422], shows: 'where to verify the email address' },
  reauthentication_needed: { statuses: [400], message: 'Password update requires reauthentication' },
  reauthentication_not_valid: { statuses: [422], message: 'Nonce has expired or is invalid' },
  refresh_token_already_used: { statuses: [400], message: 'Invalid Refresh Token: Already Used' },
  refresh_token_not_found: { statuses: [400], message: 'Invalid Refresh Token: Refresh Token Not Found' },
  request_entity_too_large: { statuses: [413], message: 'Request body too large' },
  same_password: {
    statuses: [422],
    message: 'New password should be different from the old password.',
  },
  saml_assertion_no_email: {
    statuses: [400],
    message: 'SAML Assertion does not contain an email address',
  },
  saml_assertion_no_user_id: {
    statuses: [400],
    message: 'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID',
  },
  saml_entity_id_mismatch: {
    statuses: [422],
    message: 'SAML Assertion is from another identity provider than the one that was asked',
  },
  saml_idp_already_exists: { statuses: [422], shows: 'which EntityID is in use' },
  saml_idp_not_found: {
    statuses: [404],
    message: 'A SAML connection has not been established with this IdP',
  },
  saml_provider_disabled: { statuses: [404], message: 'SAML 2.0 is disabled' },
  saml_relay_state_expired: {
    statuses: [422],
    message: 'SAML RelayState has expired. Try logging in again?',
  },
  saml_relay_state_not_found: {
    statuses: [404],
    message: 'SAML RelayState does not exist, try logging in again?',
  },
  session_expired: { statuses: [400], shows: 'why the session has ended' },
  session_not_found: {
    statuses: [403, 400],
    message: 'Session from session_id claim in JWT does not exist',
  },
  signup_disabled: { statuses: [422], message: 'Signups not allowed for this instance' },
  single_identity_not_deletable: {
    statuses: [422],
    message: 'User must have at least 1 identity after unlinking',
  },
  sms_send_failed: { statuses: [422], message: 'Error sending confirmation OTP to provider' },
  sso_domain_already_exists: { statuses: [422], shows: 'which provider has the domain' },
  sso_provider_not_found: { statuses: [404], message: 'SSO Identity Provider not found' },
  too_many_enrolled_mfa_factors: {
    statuses: [422],
    message: 'Maximum number of verified factors reached, unenroll to continue',
  },
  too_many_passkeys: {
    statuses: [422],
    message: 'Maximum number of passkeys reached, delete one to continue',
  },
  unexpected_failure: {
    statuses: [500, 503],
    message: 'Unexpected failure, please check server logs for more information',
  },
  user_already_exists: { statuses: [422], message: 'User already registered' },
  user_banned: { statuses: [400, 403], message: 'User is banned' },
  user_not_found: { statuses: [404, 403], message: 'User not found' },
  user_sso_managed: {
    statuses: [422],
    message: 'Updating email, phone, password of a SSO account only possible via SSO',
  },
  validation_failed: { statuses: [400, 404, 422], shows: 'which field or parameter is wrong' },
  weak_password: { statuses: [422], shows: 'what the password lacks' },
  web3_provider_disabled: { statuses: [422], shows: 'which kind of wallet is disabled' },
  web3_unsupported_chain: { statuses: [400], message: 'Unsupported chain' },
  webauthn_challenge_expired: { statuses: [400], message: 'WebAuthn challenge has expired' },
  webauthn_challenge_not_found: { statuses: [400], message: 'WebAuthn challenge not found' },
  webauthn_credential_exists: { statuses: [422], message: 'WebAuthn credential already registered' },
  webauthn_verification_failed: { statuses: [400], message: 'WebAuthn credential could not be verified' },
} as const satisfies Record<string, ListedError>;

export type AuthErrorCode = keyof typeof authErrors;

/** OAuth's codes (RFC 6749 section 5.2), some in GoTrue's own spelling. They always have status 400. */
export const oauthErrorCodes = ['invalid request', 'invalid nonce', 'invalid_grant'] as const;

export type OAuthErrorCode = (typeof oauthErrorCodes)[number];
