import { rm } from 'node:fs/promises'
import { getBootPath } from '@service/protocol'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { createSeed } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { inlineSource, panelScript, writePanel } from '../../testing/write-panel.js'
import { parseTemplate } from './page-template.js'
import { readPanel } from './read-panel.js'

describe('a service with a panel', () => {
  let folder: string
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  beforeAll(async () => {
    folder = await writePanel()
    service = await startTestService(inject('postgresUrl'), { panelDir: folder })
    seed = createSeed(service.deps.store)
    // Everything was read at the start.
    await rm(folder, { recursive: true })
  })
  afterAll(() => service?.stop())

  const get = (path: string, headers: Record<string, string> = {}) =>
    ask(service.url, 'GET', path, { headers })
  /** With the encoding that a browser would accept; `fetch` decompresses. */
  const getRaw = async (path: string, encoding: string, more: Record<string, string> = {}) => {
    const response = await fetch(service.url + path, {
      headers: { 'accept-encoding': encoding, ...more },
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const signIn = async () => {
    const project = await seed.project()
    return { project, headers: await seed.session(project.admin.id) }
  }
  const setAgentUrl = (environmentId: number, url: string | null) =>
    service.deps.store.db
      .updateTable('environments')
      .set({ agent_url: url })
      .where('id', '=', environmentId)
      .execute()

  it('leads from / to the panel, and from there to the sign-in and back', async () => {
    const root = await get('/')
    expect([root.status, root.headers.get('location')]).toEqual([302, '/app'])
    const page = await get('/app/Store/Production?q=a&sort=-id')
    expect(page.status).toBe(302)
    expect(page.headers.get('location')).toBe(
      `/sign-in?returnTo=${encodeURIComponent('/app/Store/Production?q=a&sort=-id')}`,
    )
    const long = await get(`/app/Store?filter=${'x'.repeat(3000)}`)
    expect(long.headers.get('location')).toBe('/sign-in?returnTo=%2Fapp%2FStore')
    expect((await get(page.headers.get('location') ?? '')).status).toBe(200)
  })

  it('shows the page at every address below /app, and never from a cache', async () => {
    const { headers } = await signIn()
    for (const path of ['/app', '/app/', '/app/Store/Production/Operations/data/orders?q=1']) {
      const { status, body, headers: sent } = await get(path, headers)
      expect(status).toBe(200)
      expect(body).toContain(
        '<html lang="en" data-theme="system" data-contrast="system" data-user="',
      )
      expect(sent.get('content-type')).toBe('text/html; charset=utf-8')
      expect(sent.get('cache-control')).toBe('no-store')
      expect(sent.get('link')).toBe(
        `<${getBootPath(path.split('?')[0] ?? '')}>; rel=preload; as=fetch; crossorigin`,
      )
    }
  })

  it('has the language, theme and contrast that the person chose', async () => {
    const { headers } = await signIn()
    const choose = async (body: object) => {
      await ask(service.url, 'PATCH', '/api/me/preferences', { headers, body })
      return (await get('/app', headers)).body
    }
    expect(await choose({ theme: 'dark', contrast: 'more', language: 'en-GB' })).toContain(
      '<html lang="en-GB" data-theme="dark" data-contrast="more" data-user="',
    )
    // There are no texts in Portuguese.
    expect(await choose({ language: 'pt-BR' })).toContain('<html lang="en" data-theme="dark"')
    expect(await choose({ language: 'fr-CA' })).toContain('<html lang="fr-CA" data-theme="dark"')
  })

  it('lets the page connect to the agents of this person, and to nothing else', async () => {
    const own = await signIn()
    const other = await signIn()
    await setAgentUrl(own.project.environment.id, 'https://Agent.example.com:8443/service/')
    await setAgentUrl(other.project.environment.id, 'https://other.example.com')
    const { headers } = await get('/app', own.headers)
    expect(headers.get('content-security-policy')).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'none'",
        "font-src 'self'",
        "img-src 'self' data: blob: https:",
        'media-src https: blob:',
        "connect-src 'self' https://agent.example.com:8443",
        "frame-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types panel dompurify ProseMirrorClipboard',
      ].join('; '),
    )
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('permissions-policy')).toMatch(/^camera=\(self\), (\S+=\(\)(, |$))+$/)
  })

  it.each([
    ['javascript:alert(1)'],
    ["https://a.example; script-src 'unsafe-inline'"],
    ['https://a.example\r\nX: y'],
    ['nonsense'],
  ])('puts no address like %j into the policy', async address => {
    const { project, headers } = await signIn()
    await setAgentUrl(project.environment.id, address)
    const page = await get('/app', headers)
    const [, sources] = /connect-src ([^;]*);/.exec(
      page.headers.get('content-security-policy') ?? '',
    ) as RegExpExecArray
    expect(["'self'", "'self' https://a.example"]).toContain(sources)
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  })

  it('names only the agents of the project whose single sign-on opened the session', async () => {
    const { project } = await signIn()
    const second = await seed.project()
    await setAgentUrl(project.environment.id, 'https://first.example')
    await setAgentUrl(second.environment.id, 'https://second.example')
    await service.deps.store.db
      .insertInto('members')
      .values({
        project_id: second.id,
        user_id: project.admin.id,
        permission_level: 'user',
        role_id: second.role.id,
        tags: '{}',
      })
      .execute()
    const policyFor = async (options: { ssoProjectId?: number }) => {
      const page = await get('/app', await seed.session(project.admin.id, options))
      return page.headers.get('content-security-policy')
    }
    expect(await policyFor({})).toContain(
      "connect-src 'self' https://first.example https://second.example;",
    )
    expect(await policyFor({ ssoProjectId: second.id })).toContain(
      "connect-src 'self' https://second.example;",
    )
  })

  it('serves files for a year, compressed as the browser accepts', async () => {
    const plain = await getRaw('/app/assets/index-abc.js', 'identity')
    expect(plain.text).toBe(panelScript)
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    expect(plain.headers.get('content-encoding')).toBeNull()
    const tags = [plain.headers.get('etag')]
    for (const encoding of ['br', 'gzip']) {
      const packed = await getRaw('/app/assets/index-abc.js', encoding)
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(packed.text).toBe(panelScript)
      tags.push(packed.headers.get('etag'))
    }
    expect(new Set(tags).size).toBe(3)
    const font = await getRaw('/app/assets/inter-abc.woff2', 'br')
    expect(font.headers.get('content-encoding')).toBeNull()
    expect(font.headers.get('content-type')).toBe('font/woff2')
  })

  it('answers 304 to a browser that has the file', async () => {
    const first = await getRaw('/app/assets/index-abc.js', 'br')
    const again = await getRaw('/app/assets/index-abc.js', 'br', {
      'if-none-match': first.headers.get('etag') ?? '',
    })
    expect([again.status, again.text]).toEqual([304, ''])
    const other = await getRaw('/app/icon.svg', 'br')
    expect(other.headers.get('cache-control')).toBe('public, no-cache')
    expect(other.headers.get('etag')).toMatch(/^"[\w-]+"$/)
  })

  it('answers HEAD like GET, without a body', async () => {
    const { headers } = await signIn()
    for (const path of ['/app', '/app/assets/index-abc.js', '/app/sandbox/html.html']) {
      const options = { headers: { ...headers, 'accept-encoding': 'identity' } }
      const [head, whole] = [
        await fetch(service.url + path, { ...options, method: 'HEAD' }),
        await fetch(service.url + path, options),
      ]
      expect([head.status, await head.text()]).toEqual([200, ''])
      for (const name of ['content-type', 'content-security-policy', 'etag', 'cache-control']) {
        expect(head.headers.get(name)).toBe(whole.headers.get(name))
      }
    }
  })

  it('has two pages in sandboxes, whose policies allow their script by its hash', async () => {
    const shown = await get('/app/sandbox/html.html')
    expect(shown.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src ${inlineSource}; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox`,
    )
    const called = await get('/app/sandbox/webhook.html')
    expect(called.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src ${inlineSource}; connect-src https: http:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`,
    )
  })

  it.each([
    '/app/assets/index-of-an-earlier-build.js',
    '/app/assets/../../package.json',
    '/app/sandbox/other.html',
    '/nothing',
    '/application',
  ])('has nothing at %s', async path => {
    const { headers } = await signIn()
    const { status, body } = await get(path, headers)
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  it.each(['manifest.json', 'index.html', 'assets/index-abc.js.br', '%00', '%E0%A4%A'])(
    'serves %s as an address inside the panel, or not at all',
    async path => {
      const { headers } = await signIn()
      const { status, body } = await get(`/app/${path}`, headers)
      expect([200, 400, 404]).toContain(status)
      if (status === 200) expect(body).toContain('<title>Panel</title>')
    },
  )

  it('says so on a page that tries again while the database is unavailable', async () => {
    const { headers } = await signIn()
    const { store } = service.deps
    const selectFrom = () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    }
    Object.assign(service.deps, { store: { db: { selectFrom } } })
    const { status, body, headers: sent } = await get('/app/Store', headers)
    Object.assign(service.deps, { store })
    expect([status, sent.get('retry-after')]).toEqual([503, '5'])
    expect(body).toContain('<h1>The service is unavailable</h1>')
    expect(body).toContain('<meta http-equiv="refresh" content="5">')
    expect((await get('/app/Store', headers)).status).toBe(200)
  })

  it('refuses other methods', async () => {
    expect((await ask(service.url, 'POST', '/app/x')).status).toBe(405)
    expect((await ask(service.url, 'DELETE', '/')).status).toBe(405)
  })
})

describe('a service without a panel', () => {
  it('names the command that builds it', async () => {
    const service = await startTestService(inject('postgresUrl'))
    const { deps, stop } = service
    try {
      Object.assign(deps, { panel: undefined })
      for (const path of ['/', '/app', '/app/Store']) {
        const { status, body } = await ask(service.url, 'GET', path)
        expect([status, body.includes('npm run build')]).toEqual([404, true])
      }
    } finally {
      await stop()
    }
  })

  it('does not start when the configured folder has none', () => {
    expect(() => readPanel({ panelDir: '/nonexistent' })).toThrow(
      "SERVICE_PANEL_DIR must be a folder with a built panel; there is no index.html in '/nonexistent'.",
    )
  })

  it('does not start with a page it cannot fill', () => {
    expect(() => parseTemplate('<p>no document</p>')).toThrow('one <html> tag')
  })
})
