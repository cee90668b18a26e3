import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createBrowser } from '../../testing/create-browser.js'
import { createInvitationClient } from '../../testing/invitation-client.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

let service: TestService
let seed: ReturnType<typeof createSeed>
let project: SeededProject
let email: string
let url: string
let made = 0
const client = createInvitationClient(() => service)
const password = 'seven blue boats 31'
const form = { firstName: 'Bo', lastName: 'Berg', password, again: password }

beforeAll(async () => {
  service = await startTestService(inject('postgresUrl'))
  seed = createSeed(service.deps.store)
})
beforeEach(async () => {
  project = await seed.project(`Shop <${++made}>`)
  email = `guest-${made}@example.com`
  const { body } = await client.invite(project, await seed.session(project.admin.id), email)
  url = body.url
})
afterAll(() => service?.stop())

const isMember = async () => {
  const { rows } = await sql`select from members join users on users.id = user_id
    where project_id = ${project.id} and email = ${email}`.execute(service.deps.store.db)
  return rows.length === 1
}

describe('the page of an invitation', () => {
  it('says who invites to what, needs no script, and changes nothing', async () => {
    for (let time = 0; time < 2; time++) {
      const { status, text, headers } = await createBrowser().visit(url)
      expect(status).toBe(200)
      expect(text).toContain(`<h1>Join Shop &lt;${made}&gt;</h1>`)
      for (const part of [project.admin.username, email, 'Support', 'At least 12 characters']) {
        expect(text).toContain(part)
      }
      expect(text).not.toMatch(/<script|\son\w+=|javascript:|style="/i)
      expect(headers.get('referrer-policy')).toBe('strict-origin')
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect(await isMember()).toBe(false)
  })

  it('makes an account, signs it in and leads into the panel', async () => {
    const browser = createBrowser()
    const { status, text } = await browser.visit(url, form)
    expect(status).toBe(200)
    expect(text).toContain('<meta http-equiv="refresh" content="0; url=/app">')
    const session = JSON.parse((await browser.visit(`${service.url}/api/session`)).text)
    expect([session.user.email, session.projects[0].id]).toEqual([email, project.id])
    const again = await createBrowser().visit(url)
    expect(again.status).toBe(410)
    expect(again.text).toContain('has been accepted')
  })

  it('keeps what was entered when something is wrong with it', async () => {
    const wrong = [
      [{ ...form, lastName: ' ' }, 'Enter your first and your last name'],
      [{ ...form, password: 'short', again: 'short' }, 'must have at least 12 characters'],
      [{ ...form, again: 'other' }, 'The two passwords differ.'],
    ] as const
    for (const [fields, problem] of wrong) {
      const { status, text } = await createBrowser().visit(url, fields)
      expect([status, text.includes(problem), text.includes('value="Bo"')]).toEqual([
        400,
        true,
        true,
      ])
      expect(text).not.toContain(password)
    }
    expect(await isMember()).toBe(false)
  })

  it('lets a person with an account sign in, and then accept', async () => {
    const { id } = await seed.user({ email })
    expect((await createBrowser().visit(url)).text).toContain(
      `/sign-in?returnTo=${encodeURIComponent(new URL(url).pathname)}`,
    )
    const { cookie = '' } = await seed.session(id)
    const visit = (body?: Record<string, string>) =>
      fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: { cookie },
        ...(body && { body: new URLSearchParams(body) }),
      })
    expect(await (await visit()).text()).toContain(`Accept as ${email}`)
    expect((await visit({ as: 'me' })).status).toBe(200)
    expect(await isMember()).toBe(true)
  })

  it('is no invitation of somebody else', async () => {
    await seed.user({ email })
    const { cookie = '' } = await seed.session(project.admin.id)
    const page = await (await fetch(url, { headers: { cookie } })).text()
    expect(page).toContain(`You are signed in as ${project.admin.email}`)
    const body = new URLSearchParams({ as: 'me' })
    expect((await fetch(url, { method: 'POST', headers: { cookie }, body })).status).toBe(403)
    expect(await isMember()).toBe(false)
  })

  it.each([
    ['expires_at', 'has expired'],
    ['revoked_at', 'was withdrawn'],
  ])('says when it is over: %s', async (column, words) => {
    await sql`update invitations set ${sql.ref(column)} = clock_timestamp()
      where email = ${email}`.execute(service.deps.store.db)
    const { status, text } = await createBrowser().visit(url, form)
    expect([status, text.includes(words)]).toEqual([410, true])
  })

  it('refuses a form of another site', async () => {
    const headers = { origin: 'https://evil.example' }
    const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
    expect([response.status, await isMember()]).toEqual([403, false])
  })
})

describe('errors', () => {
  it('are pages for browsers, and data for programs', async () => {
    const page = await createBrowser().visit(`${service.url}/nothing`)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    expect(page.text).toContain('<h1>There is nothing here</h1>')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await client.send('GET', '/nothing')).body.code).toBe('not_found')
    const api = await createBrowser().visit(`${service.url}/api/nothing`)
    expect(JSON.parse(api.text).code).toBe('not_found')
  })
})
