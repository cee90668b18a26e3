export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A browser as far as a sign-in needs one: cookies per site, and one step at a time. */
export function createBrowser() {
  const jars = new Map<string, Map<string, string>>()
  const openJar = (url: string) => {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }

  const formatCookies = (url: string) =>
    [...openJar(url)].map(([name, value]) => `${name}=${value}`).join('; ')

  const visit = async (url: string, form?: Readonly<Record<string, string>>): Promise<Page> => {
    const response = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { accept: 'text/html', cookie: formatCookies(url) },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) keep(openJar(url), line)
    return { url, status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Follows redirects up to one for which `isEnd` holds, and answers the address it leads to. */
  const follow = async (page: Page, isEnd: (url: string) => boolean): Promise<string | Page> => {
    const location = page.headers.get('location')
    if (location === null) return page
    const next = new URL(location, page.url).href
    return isEnd(next) ? next : follow(await visit(next), isEnd)
  }

  return { visit, follow, cookiesOf: formatCookies, jarOf: openJar }
}

export type Browser = ReturnType<typeof createBrowser>

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map(part => part.trim())
  const at = pair.indexOf('=')
  const isGone = attributes.some(part => /^max-age=0$|^expires=thu, 01 jan 1970/i.test(part))
  if (isGone) jar.delete(pair.slice(0, at))
  else jar.set(pair.slice(0, at), pair.slice(at + 1))
}
