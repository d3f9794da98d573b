/** Large mail providers whose names are long enough that a domain one letter away is rather a mistake than another one. */
const PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'outlook.de',
  'outlook.fr',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.de',
  'hotmail.es',
  'hotmail.fr',
  'hotmail.it',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.co.in',
  'yahoo.com.br',
  'icloud.com',
  'proton.me',
  'protonmail.com',
  'fastmail.com',
  'yandex.com',
  'yandex.ru',
  'tutanota.com',
  't-online.de',
  'freenet.de',
  'orange.fr',
  'laposte.net',
  'libero.it',
  'comcast.net',
  'verizon.net',
  'rediffmail.com',
];

/** Providers one letter away from those. */
const OTHERS = new Set(['mail.com', 'email.com', 'ymail.com', 'hotmail.ca', 'yandex.ua']);

/** Endings that no domain has. */
const ENDINGS = [
  [/\.(?:con|cmo|ocm|vom|xom|cpm|comm|coom|comn)$/, '.com'],
  [/\.(?:nte|ent|nett)$/, '.net'],
  [/\.(?:ogr|rog|orgg)$/, '.org'],
] as const;

/** Returns true if one letter added, left out, replaced or swapped with its neighbour turns a word into the other. */
function isOneLetterAway(one: string, other: string): boolean {
  const [short, long] = one.length > other.length ? [other, one] : [one, other];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  if (short.length < long.length) return short.slice(same) === long.slice(same + 1);
  if (short.slice(same + 1) === long.slice(same + 1)) return true;
  const isSwapped = short[same] === long[same + 1] && short[same + 1] === long[same];
  return isSwapped && short.slice(same + 2) === long.slice(same + 2);
}

/**
 * Returns the domain that a visitor probably meant, or null if the address has a possible one.
 *
 * @example
 * mistypedDomain('ada@gmial.com'); // 'gmail.com'
 */
export function mistypedDomain(email: string): string | null {
  const typed = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (typed === email.toLowerCase() || PROVIDERS.includes(typed) || OTHERS.has(typed)) return null;
  const [, ending] = ENDINGS.find(([wrong]) => wrong.test(typed)) ?? [];
  const domain = ending ? typed.replace(/\.[a-z]+$/, ending) : typed;
  const meant = PROVIDERS.find((provider) => provider === domain || isOneLetterAway(provider, domain));
  return meant ?? (ending ? domain : null);
}
