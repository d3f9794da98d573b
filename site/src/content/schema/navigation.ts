import { z } from 'zod';

const link = z.strictObject({ label: z.string().min(1).max(20), href: z.string().regex(/^(\/|#)/) });

/** The header with four anchors, the case study and three dialogs (contract P2.2), and the footer's legal pages. */
export const navigationShape = z.strictObject({
  menu: z.string(),
  /** The menu button's label while the menu is open. */
  close: z.string(),
  links: z.array(link).length(5),
  join: z.literal('Join Us'),
  login: z.literal('Admin Login'),
  deck: z.literal('Request Investor Deck'),
  waysOn: z.strictObject({ title: z.string(), links: z.array(link.extend({ text: z.string() })).min(1) }),
  legal: z.strictObject({ links: z.array(link).length(3), sample: z.string() }),
});
