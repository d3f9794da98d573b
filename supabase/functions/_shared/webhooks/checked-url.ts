import { DeliveryError } from './delivery-error.ts';

/**
 * Parses an address. The database checks it by a pattern, the connection by the URL standard, and both must agree.
 * @throws DeliveryError
 */
export function checkedUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '') return url;
  throw new DeliveryError('Refused: the address must be https on port 443 without a user name.');
}
