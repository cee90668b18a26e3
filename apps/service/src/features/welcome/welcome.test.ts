import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Browser, createBrowser } from '../../testing/create-browser.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { tablesHolding } from '../../testing/tables-holding.js'
import { requireSso } from '../../testing/things-of-project.js'
import { useTestProject } from '../../testing/use-test-project.js'
import { endAccess } from '../me/end-access.js'
import { createWelcomeLink } from './welcome-links.js'

onAnyStore('a welcome link', postgresUrl => {
  const suite = useTestProject('user', { trustedProxies: ['127.0.0.1'] }, { postgresUrl })

  const db = () => suite.service.deps.store.db
  const makeLink = () =>
    db()
      .transaction()
      .execute(transaction => createWelcomeLink(transaction, suite.member, suite.service.url))
  const show = (link: string, browser: Browser = createBrowser()) => browser.visit(link)
  const follow = (link: string, browser: Browser = createBrowser()) => browser.visit(link, {})
  const expire = () =>
    db().updateTable('welcome_links').set({ expires_at: sql<string>`clock_timestamp()` }).execute()

  it('shows whom it signs in, as a form that needs no script', async () => {
    const link = await makeLink()
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/welcome\/\w{43}$/)
    for (let time = 0; time < 3; time++) {
      const { status, text, headers } = await show(link)
      expect(status).toBe(200)
      expect(text).toContain(`<form method="post" action="${new URL(link).pathname}">`)
      expect(text).toContain(`>Continue as ${suite.member.email}</button>`)
      expect(text).not.toMatch(/<script|\son\w+=|javascript:|style="/i)
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-.*'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.getSetCookie()).toEqual([])
    }
  })

  it('signs in once, and leads to the panel', async () => {
    const link = await makeLink()
    const browser = createBrowser()
    const { status, text, headers } = await follow(link, browser)
    expect(status).toBe(200)
    expect(text).toContain('<meta http-equiv="refresh" content="0; url=/">')
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^service_session=\S+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const session = await browser.visit(`${suite.service.url}/api/session`)
    expect(JSON.parse(session.text).user.email).toBe(suite.member.email)
    for (const again of [await show(link), await follow(link)]) {
      expect(again.status).toBe(410)
      expect(again.text).toContain('This link has been used; each one works once.')
      expect(again.text).toContain('<a href="/sign-in">')
      expect(again.headers.getSetCookie()).toEqual([])
    }
  })

  it('signs one in of many who follow it at once', async () => {
    const link = await makeLink()
    const pages = await Promise.all(Array.from({ length: 8 }, () => follow(link)))
    expect(pages.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)])
  })

  it('is refused in words when it expired, was never made, or its account is disabled', async () => {
    const link = await makeLink()
    await expire()
    const check = async (address: string, status: number, words: string) => {
      for (const page of [await show(address), await follow(address)]) {
        expect(page.status).toBe(status)
        expect(page.text).toContain(words)
        expect(page.text).toContain('<div class="wrong" role="alert"')
        expect(page.headers.getSetCookie()).toEqual([])
      }
    }
    await check(link, 410, 'This link has expired; each one works for ten minutes.')
    await check(`${suite.service.url}/welcome/x`, 404, 'This link is unknown.')
    const second = await makeLink()
    const { id } = suite.member
    const disabled = { disabled_at: '2020-01-01T00:00:00.000000Z' }
    await db().updateTable('users').set(disabled).where('id', '=', id).execute()
    await check(second, 403, 'The account of this link is disabled.')
  })

  it('works for ten minutes', async () => {
    await db().deleteFrom('welcome_links').execute()
    await makeLink()
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from expires_at - created_at)::int as seconds from welcome_links`.execute(
      db(),
    )
    expect(rows).toEqual([{ seconds: 600 }])
  })

  it('is stored as a hash, and recorded in the admin log when it is made and used', async () => {
    const link = await makeLink()
    const token = link.slice(-43)
    expect(await tablesHolding(db(), token)).toEqual([])
    await follow(link)
    const { id, username, email } = suite.member
    const user = { object: 'user', id, username, email }
    expect(await listAdminLogs(suite.service.deps.store, suite.project.id)).toEqual([
      {
        type: 'add',
        resource: 'welcome-link',
        by: 'service',
        previous: null,
        next: { user, expiresAt: expect.any(String) },
      },
      {
        type: 'update',
        resource: 'welcome-link',
        by: id,
        previous: { user, status: 'open' },
        next: { user, status: 'used' },
      },
    ])
  })

  it('ends with the other ways in, when the password changes', async () => {
    const link = await makeLink()
    await db()
      .transaction()
      .execute(transaction => endAccess(transaction, suite.member))
    expect((await follow(link)).status).toBe(410)
  })

  it('does not enter a project that asks for single sign-on', async () => {
    await requireSso(suite.service.deps.store, suite.project.id)
    const browser = createBrowser()
    expect((await follow(await makeLink(), browser)).status).toBe(200)
    const project = await browser.visit(`${suite.service.url}/api/projects/${suite.project.id}`)
    expect([project.status, JSON.parse(project.text).code]).toEqual([403, 'sso_required'])
    const boot = JSON.parse((await browser.visit(`${suite.service.url}/api/boot`)).text)
    expect(boot.projects).toMatchObject([{ environments: [], refusal: expect.any(String) }])
  })

  it('is not followed for a page of another site', async () => {
    const link = await makeLink()
    const send = (headers: Record<string, string>) =>
      fetch(link, { method: 'POST', headers, body: new URLSearchParams() })
    expect(await send({ origin: 'https://evil.example' })).toMatchObject({ status: 403 })
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 })
    expect(await send({ origin: suite.service.url })).toMatchObject({ status: 200 })
  })

  it('cannot be guessed: fifty wrong ones from an address are the last', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const guess = (method = 'GET') =>
      fetch(`${suite.service.url}/welcome/guess`, {
        method,
        headers,
        ...(method === 'POST' && { body: new URLSearchParams() }),
      })
    for (let time = 0; time < 25; time++) await Promise.all([guess(), guess('POST')])
    const refused = await guess()
    expect(refused.status).toBe(429)
    expect(await refused.text()).toContain('Too many attempts. Try again in')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await fetch(await makeLink(), { headers })).toMatchObject({ status: 429 })
    expect((await show(await makeLink())).status).toBe(200)
  })
})
