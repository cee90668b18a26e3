import { createHash } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { type Browser, createBrowser } from '../../testing/create-browser.js'
import { type SignInWorld, startSignInWorld } from '../../testing/sign-in-world.js'
import { requireSso } from '../../testing/things-of-project.js'

const PASSWORD = 'a password of tests'

describe('the sign-in page', () => {
  let world: SignInWorld
  let email: string
  beforeAll(async () => {
    world = await startSignInWorld(inject('postgresUrl'))
    const person = await world.seed.user()
    email = person.email
    await world.setPassword(person.id, PASSWORD)
  })
  afterAll(() => world?.stop())

  const at = (path: string) => world.service.url + path
  const show = (query = '', browser: Browser = createBrowser()) =>
    browser.visit(at(`/sign-in${query}`))
  const submit = (fields: Record<string, string>, browser: Browser = createBrowser()) =>
    browser.visit(at('/sign-in'), fields)
  const send = (headers: Record<string, string>) =>
    fetch(at('/sign-in'), {
      method: 'POST',
      headers,
      body: new URLSearchParams({ email, password: PASSWORD }),
    })

  it('has labels, a focus and names browsers fill in, and needs no script but for passkeys', async () => {
    const { status, text } = await show()
    expect(status).toBe(200)
    for (const name of ['email', 'password']) {
      expect(text).toContain(`<label for="${name}">`)
      expect(text).toMatch(new RegExp(`<input id="${name}" name="${name}"[^>]* required`))
    }
    expect(text).toMatch(/id="email"[^>]* autofocus/)
    expect(text).toContain('autocomplete="username webauthn"')
    expect(text).toContain('autocomplete="current-password"')
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('<a href="/forgotten-password">')
    expect(text).toMatch(/<form method="post" action="\/sign-in\/passkey" hidden /)
    expect(text.replace(/<script>[\s\S]*?<\/script>/, '')).not.toMatch(
      /<script|\son\w+=|javascript:|style="/i,
    )
  })

  it('may load nothing, run its own script alone, be framed by nobody and send its form here alone', async () => {
    const { headers, text } = await show()
    const hash = (name: string) => {
      const [, content = ''] = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text) ?? []
      return createHash('sha256').update(content).digest('base64')
    }
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash('style')}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'sha256-${hash('script')}'`,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    // Otherwise browsers would send the form with `Origin: null`.
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })

  it('opens a session as the API does, and leads on to the page that was asked for', async () => {
    const browser = createBrowser()
    const { status, text } = await submit(
      { email, password: PASSWORD, returnTo: '/docs?a=1&b=2' },
      browser,
    )
    expect(status).toBe(200)
    expect(text).toContain('<meta http-equiv="refresh" content="0; url=/docs?a=1&amp;b=2">')
    expect(text).toContain('<a href="/docs?a=1&amp;b=2" autofocus>Continue</a>')
    const session = await browser.visit(at('/api/session'))
    expect(JSON.parse(session.text).user.email).toBe(email)
  })

  it('asks for the second factor on a page of its own, and again after a wrong code', async () => {
    const person = await world.seed.user()
    await world.setPassword(person.id, PASSWORD)
    const headers = await world.seed.session(person.id)
    const send = async (path: string, body?: object) => {
      const sent = { headers, ...(body && { body }) }
      return (await ask(world.service.url, 'POST', `/api/me/two-factors/${path}`, sent)).body
    }
    const { key } = await send('totp')
    const { recoveryCodes } = await send('totp/confirm', {
      code: new TOTP({ secret: key }).generate(),
    })
    const browser = createBrowser()
    const page = await submit(
      { email: person.email, password: PASSWORD, returnTo: '/docs' },
      browser,
    )
    expect([page.status, browser.jarOf(page.url).size]).toEqual([200, 0])
    expect(page.text).toContain('autocomplete="one-time-code"')
    const readTicket = (text: string) => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const finish = (text: string, code: string) =>
      browser.visit(at('/sign-in/second-step'), {
        ticket: readTicket(text),
        code,
        returnTo: '/docs',
      })
    const wrong = await finish(page.text, 'wrong')
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('The code is wrong, or was used already.')
    const done = await finish(wrong.text, recoveryCodes[0])
    expect(done.text).toContain('url=/docs')
    const session = await browser.visit(at('/api/session'))
    expect(JSON.parse(session.text).user.email).toBe(person.email)
    const late = await browser.visit(at('/sign-in/second-step'), { ticket: 'none', code: '123456' })
    expect([late.status, late.text.includes('Begin again.')]).toEqual([401, true])
    const empty = await browser.visit(at('/sign-in/passkey'), { passkey: 'none' })
    expect([empty.status, empty.text.includes('no passkey')]).toEqual([400, true])
  })

  it.each([
    ['a wrong password', { password: 'wrong' }, 401],
    ['an unknown address', { email: 'nobody@example.com' }, 401],
  ])(
    'says the same for %s, in a summary that is read out and leads to the field',
    async (_name, wrong, status) => {
      const page = await submit({ email, password: PASSWORD, ...wrong })
      expect(page.status).toBe(status)
      expect(page.text).toContain(
        '<div class="wrong" role="alert" tabindex="-1" autofocus><h2>You are not signed in</h2><p id="problem"><a href="#email">The e-mail address or the password is wrong.</a></p></div>',
      )
      expect(page.text).toContain('<title>Error: sign in</title>')
      expect(page.text).toContain('aria-invalid="true" aria-describedby="problem"')
      expect(page.headers.getSetCookie()).toEqual([])
    },
  )

  it('asks again for what is missing, and repeats what was typed, but no password, as text', async () => {
    const page = await submit({ email: '"><script>alert(1)</script>', password: 'secret-typed' })
    expect([
      page.status,
      page.text.includes('Enter your e-mail address and your password.'),
    ]).toEqual([400, true])
    expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(page.text).not.toContain('secret-typed')
    expect((await submit({})).status).toBe(400)
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    `/${'x'.repeat(2000)}`,
  ])('never leads to %s', async returnTo => {
    expect((await show(`?returnTo=${encodeURIComponent(returnTo)}`)).status).toBe(400)
    expect((await submit({ email, password: PASSWORD, returnTo })).status).toBe(400)
  })

  it('is refused to forms of other sites', async () => {
    const refused = { status: 403 }
    expect(await send({ origin: 'https://evil.example' })).toMatchObject(refused)
    expect(await send({ origin: 'null' })).toMatchObject(refused)
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toMatchObject(refused)
    expect(await send({ origin: world.service.url })).toMatchObject({ status: 200 })
  })

  it('is throttled with the API: ten wrong passwords on one close the other', async () => {
    const person = await world.seed.user()
    for (let time = 0; time < 5; time++) {
      await submit({ email: person.email, password: 'wrong' })
      await fetch(at('/api/sessions'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: 'wrong' }),
      })
    }
    const page = await submit({ email: person.email, password: 'wrong' })
    expect(page.status).toBe(429)
    expect(page.text).toContain('Too many attempts.')
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('offers the single sign-on of the project that is named, of the agent that asks, or of the panel', async () => {
    const project = await world.project()
    await requireSso(world.service.deps.store, project.id)
    await world.db.updateTable('sso_connections').set({ is_required: false }).execute()
    const named = await show(`?project=${encodeURIComponent(project.name)}&returnTo=%2Fdocs`)
    const path = `/sso/${encodeURIComponent(project.name)}/sign-in`
    expect(named.text).toContain(`<a href="${path}?returnTo=%2Fdocs">`)
    const { parameters } = world.requestFor(await world.client(project), project.renderingId)
    const asked = `/oidc/authorize?${new URLSearchParams(parameters)}`
    const page = await show(`?returnTo=${encodeURIComponent(asked)}`)
    expect(page.text).toContain(`<a href="${path}?returnTo=`)
    const address = encodeURIComponent(`/app/${encodeURIComponent(project.name)}/Production`)
    expect((await show(`?returnTo=${address}`)).text).toContain(`<a href="${path}?returnTo=`)
    expect((await show('?returnTo=%2Fapp%2F100%25')).text).not.toContain('/sso/')
    expect((await show()).text).not.toContain('/sso/')
    expect((await show('?returnTo=%2Foidc%2Fauthorize%3Fclient_id%3Dx')).text).not.toContain(
      '/sso/',
    )
  })
})
