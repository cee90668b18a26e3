export interface Page {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A browser as far as signing in needs one: cookies per host and path, and redirects. */
export interface Browser {
  /** Opens an address, or sends a form to it, and follows where it leads. */
  visit(url: string, form?: Readonly<Record<string, string>>): Promise<Page>
  /** A call that a page makes to the agent with its cookies. */
  post(url: string, body: object): Promise<Page>
  /** The cookies it would send to an address. */
  cookiesFor(url: string): readonly string[]
}

interface Cookie {
  readonly host: string
  readonly path: string
  readonly name: string
  readonly value: string
}

const maxRedirects = 10

export function createBrowser(): Browser {
  let cookies: readonly Cookie[] = []

  const cookiesFor = (url: string) => {
    const { hostname, pathname } = new URL(url)
    return cookies
      .filter(each => each.host === hostname && pathname.startsWith(each.path))
      .map(({ name, value }) => `${name}=${value}`)
  }

  const load = async (url: string, init: RequestInit): Promise<Page> => {
    const headers = { accept: 'text/html', ...init.headers, cookie: cookiesFor(url).join('; ') }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(new URL(url), line)
    const { status } = response
    return { url, status, headers: response.headers, text: await response.text() }
  }

  const keep = ({ hostname: host, origin }: URL, line: string) => {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const find = (key: string) =>
      attributes.find(each => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
    const path = find('path') ?? '/'
    cookies = cookies.filter(each => each.host !== host || each.name !== name || each.path !== path)
    if (attributes.includes('Secure') && !origin.startsWith('https:')) return
    if (find('max-age') !== '0') cookies = [...cookies, { host, path, name, value }]
  }

  const follow = async (page: Page, redirects = 0): Promise<Page> => {
    const location = page.headers.get('location') ?? readRefresh(page)
    if (location === undefined) return page
    if (redirects === maxRedirects) throw new Error(`Too many redirects, the last to ${location}`)
    return follow(await load(new URL(location, page.url).href, {}), redirects + 1)
  }

  return {
    cookiesFor,
    async visit(url, form) {
      // Browsers say which page a form was sent from.
      const headers = { origin: new URL(url).origin }
      const init = form ? { method: 'POST', body: new URLSearchParams(form), headers } : {}
      return follow(await load(url, init))
    },
    post: (url, body) =>
      load(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

/** Where a page leads by itself. */
function readRefresh({ text }: Page): string | undefined {
  return /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
}
