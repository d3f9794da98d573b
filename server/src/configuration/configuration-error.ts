/** The configuration is wrong in a way only a person can mend; the message is one sentence that says what to do. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}
