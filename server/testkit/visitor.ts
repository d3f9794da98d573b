/** Follows redirects like a browser, keeps cookies per host, and stops on demand. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Follows redirects from `start` until `isEnd` returns true for a target, and returns it. */
  async follow(start: string, isEnd: (url: URL) => boolean): Promise<URL> {
    let url = new URL(start);
    for (let hop = 0; hop < 20; hop += 1) {
      const response = await this.get(url);
      const location = response.headers.get('location');
      await response.body?.cancel();
      if (!location) throw new Error(`No redirect at ${url.origin}${url.pathname}: ${response.status}`);
      url = new URL(location, url);
      if (isEnd(url)) return url;
    }
    throw new Error('Too many redirects');
  }

  /** Sends one request with the host's cookies, without following redirects. */
  async get(url: URL): Promise<Response> {
    const jar = this.#cookies.get(url.host) ?? new Map<string, string>();
    this.#cookies.set(url.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  }
}
