import { ask } from './ask.js'
import { type Browser, createBrowser, type Page } from './create-browser.js'
import type { SeededProject, SeededUser } from './seed.js'
import { createSeed } from './seed.js'
import { startIdentityProvider } from './start-identity-provider.js'
import { startTestService } from './start-test-service.js'

/** A service beside a real identity provider, and people who sign in. */
export async function startSsoWorld(postgresUrl: string | undefined) {
  const service = await startTestService(postgresUrl)
  const provider = await startIdentityProvider(`${service.url}/sso/callback`)
  const seed = createSeed(service.deps.store)

  const settings = (changes: object = {}) => ({
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    allowedDomains: ['example.com'],
    isRequired: false,
    ...changes,
  })

  /** A project connected to the provider, and its Admin's password session. */
  const project = async (changes: (project: SeededProject) => object = () => ({})) => {
    const made = await seed.project()
    const admin = await seed.session(made.admin.id)
    const { status, body } = await ask(service.url, 'PUT', `/api/projects/${made.id}/sso`, {
      headers: admin,
      body: settings(changes(made)),
    })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return { ...made, session: admin }
  }

  const startUrl = (of: { readonly name: string }, returnTo?: string) =>
    `${service.url}/sso/${encodeURIComponent(of.name)}/sign-in${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`

  /** Walks through the provider's pages; answers the address it sends the browser back to. */
  const passProvider = (browser: Browser, of: { readonly name: string }, login: string) =>
    walk(browser, startUrl(of, '/after?sign=in'), login)

  /** A whole sign-in; answers the last page. */
  const signIn = async (
    of: { readonly name: string },
    login: string,
    browser = createBrowser(),
  ) => {
    await service.deps.limits.reset('ssoStart', '127.0.0.1')
    return { browser, page: await browser.visit(await passProvider(browser, of, login)) }
  }

  /** Headers of the session a browser holds. */
  const readSession = async (browser: Browser) => {
    const cookie = browser.cookiesOf(service.url)
    const { body } = await ask(service.url, 'GET', '/api/session', { headers: { cookie } })
    return { cookie, 'x-csrf-token': String(body.csrfToken) }
  }

  return {
    service,
    provider,
    seed,
    settings,
    project,
    startUrl,
    passProvider,
    signIn,
    sessionOf: readSession,
    readLogin: (person: SeededUser) => person.email.split('@')[0] ?? '',
    async stop() {
      await provider.stop()
      await service.stop()
    },
  }
}

export type SsoWorld = Awaited<ReturnType<typeof startSsoWorld>>

/** Fills in the forms of a provider until it sends the browser back to us. */
export async function walk(browser: Browser, start: string, login: string): Promise<string> {
  const isCallback = (url: string) => new URL(url).pathname === '/sso/callback'
  let at: string | Page = await browser.follow(await browser.visit(start), isCallback)
  for (let steps = 0; typeof at !== 'string'; steps++) {
    const action = /<form[^>]* action="([^"]+)"/.exec(at.text)?.[1]
    if (!action || steps > 3) throw new Error(`${at.status} ${at.url}: ${at.text}`)
    const form: Record<string, string> = at.text.includes('name="login"')
      ? { prompt: 'login', login, password: 'any' }
      : { prompt: 'consent' }
    at = await browser.follow(await browser.visit(new URL(action, at.url).href, form), isCallback)
  }
  return at
}
