import type { ReactNode } from 'react';

/** A label and a value of an application. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The applicant's profile as a link, if they gave one. */
export function Profile({ href, children = href }: { href: string | null; children?: ReactNode }) {
  if (!href) return <span>No profile</span>;
  return <OutLink href={href}>{children}</OutLink>;
}

/** A link that an applicant gave, opened without a referrer. */
export function OutLink({ href, children = href }: { href: string; children?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
