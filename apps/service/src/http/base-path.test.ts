import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readConfig, variableNames } from '../config.js'
import { createWelcomeLink } from '../features/welcome/welcome-links.js'
import { ask } from '../testing/ask.js'
import { createBrowser } from '../testing/create-browser.js'
import { onAnyStore } from '../testing/on-each-store.js'
import { useTestProject } from '../testing/use-test-project.js'
import { inlineSource, writePanel } from '../testing/write-panel.js'
import { checkBasePath, readBasePath, removeBasePath } from './base-path.js'

it.each([
  [undefined, ''],
  ['https://office.example', ''],
  ['https://office.example/', ''],
  ['https://office.example/tools/office/', '/tools/office'],
])('the base path of %s is %j', (publicUrl, expected) => {
  expect(readBasePath(readConfig({ [variableNames.publicUrl]: publicUrl }))).toBe(expected)
})

it.each([
  ['/office', '/'],
  ['/office/', '/'],
  ['/office?a=b', '/?a=b'],
  ['/office/app/Store', '/app/Store'],
  ['/app/Store', '/app/Store'],
  ['/officer/app', '/officer/app'],
  ['/office//other.example', '//other.example'],
])('a request for %s is one for %s', (target, expected) => {
  expect(removeBasePath(target, '/office')).toBe(expected)
})

it('a base path that begins like a route is refused', () => {
  const routes = [{ path: '/app/{path}' }]
  expect(() => checkBasePath('/app/office', routes)).toThrow('the service itself uses /app')
  expect(() => checkBasePath('/apps', routes)).not.toThrow()
})

onAnyStore('a service below a path', postgresUrl => {
  const panel = writePanel()
  const suite = useTestProject('admin', {}, { postgresUrl })
  /** An instance of the same store with a public URL. */
  const start = async (publicUrl = 'http://office.example/office') =>
    suite.service.startSibling({ publicUrl, panelDir: await panel })

  it.skipIf(!postgresUrl)('writes the path into every address', async () => {
    const service = await start()
    const get = (path: string, headers: Record<string, string> = {}) =>
      ask(service.url, 'GET', path, { headers })
    try {
      // With the path, as most proxies pass it on, and without.
      for (const path of ['/office', '/office/', '/']) {
        expect((await get(path)).headers.get('location')).toBe('/office/app')
      }
      const toSignIn = await get('/office/app/Store?q=1')
      const signInPath = '/office/sign-in?returnTo=%2Fapp%2FStore%3Fq%3D1'
      expect(toSignIn.headers.get('location')).toBe(signInPath)
      const { body: form } = await get(signInPath)
      expect(listPaths(form)).toEqual([
        '/office/app/icon.svg',
        '/office/sign-in',
        '/office/sign-in/passkey',
        '/office/forgotten-password',
      ])
      const page = await get('/office/app', suite.headers)
      expect(page.body).toContain('data-base="/office"')
      expect(page.headers.get('link')).toContain('</office/api/boot?')
      const sandbox = await get('/office/app/sandbox/html.html')
      expect(sandbox.headers.get('content-security-policy')).toContain(inlineSource)
      const { body: provider } = await get('/office/oidc/.well-known/openid-configuration')
      expect(provider.issuer).toBe('http://office.example/office/oidc')
      expect(provider.authorization_endpoint).toBe('http://office.example/office/oidc/authorize')
      const missing = await get('/office/nothing', {
        accept: 'text/html',
        'sec-fetch-dest': 'document',
      })
      expect([missing.status, listPaths(missing.body)]).toEqual([
        404,
        ['/office/app/icon.svg', '/office/app'],
      ])
    } finally {
      await service.stop()
      await rm(await panel, { recursive: true })
    }
  })

  it.skipIf(!postgresUrl)('signs people in by its links, with cookies of its path', async () => {
    const { member } = suite
    for (const scheme of ['http', 'https'] as const) {
      const publicUrl = `${scheme}://office.example/office`
      const service = await suite.service.startSibling({ publicUrl })
      try {
        const link = await service.deps.store.db
          .transaction()
          .execute(transaction => createWelcomeLink(transaction, member, publicUrl))
        expect(link.startsWith(`${publicUrl}/welcome/`)).toBe(true)
        const browser = createBrowser()
        const followed = await browser.visit(service.url + new URL(link).pathname, {})
        expect(followed.text).toContain('content="0; url=/office/')
        const [cookie = ''] = followed.headers.getSetCookie()
        expect(cookie).toMatch(/; Path=\/office; HttpOnly; SameSite=Lax(; Secure)?$/)
        // Browsers refuse `__Host-` for a cookie with a path.
        const name = scheme === 'https' ? '__Secure-service_session' : 'service_session'
        expect(cookie.startsWith(`${name}=`)).toBe(true)
        const { status } = await browser.visit(`${service.url}/office/api/session`)
        expect(status).toBe(200)
      } finally {
        await service.stop()
      }
    }
  })
})

/** The paths in the tags of a page. */
const listPaths = (page: string): readonly string[] =>
  [...page.matchAll(/ (?:href|action|src)="(\/[^"]*)"/g)].map(([, path = '']) => path)
