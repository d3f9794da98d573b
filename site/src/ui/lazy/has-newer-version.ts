/** The page's own scripts, whose names change with everything they lead to. */
const ownScripts = () =>
  [...document.scripts].filter(({ src }) => src).map(({ src }) => new URL(src).pathname);

/** Returns true if the server's version of this page names other scripts, and false without an answer. */
export async function hasNewerVersion(): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(8_000) });
    const html = await answer.text();
    return answer.ok && !ownScripts().every((path) => html.includes(path));
  } catch {
    return false;
  }
}
