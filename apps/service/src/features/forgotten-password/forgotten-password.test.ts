import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { createBrowser } from '../../testing/create-browser.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { type MailWorld, password, readLink, startMailWorld } from '../../testing/mail-world.js'
import type { SeededProject, SeededUser } from '../../testing/seed.js'
import { startTestService } from '../../testing/start-test-service.js'
import { tablesHolding } from '../../testing/tables-holding.js'

const next = 'nine red kites 57'
let world: MailWorld
let project: SeededProject
let person: SeededUser
let admin: Record<string, string>

beforeAll(async () => {
  world = await startMailWorld(inject('postgresUrl'))
})
beforeEach(async () => {
  project = await world.seed.project()
  person = await world.seed.member(project, 'user')
  await world.setPassword(person.id)
  admin = await world.seed.session(project.admin.id)
})
afterAll(() => world?.stop())

const visit = (path: string, form?: Record<string, string>) =>
  createBrowser().visit(world.service.url + path, form)
const askFor = (email: string) => visit('/forgotten-password', { email })
const set = (path: string, given = next, again = given) => visit(path, { password: given, again })
const signIn = async (given: string) =>
  (
    await ask(world.service.url, 'POST', '/api/sessions', {
      body: { email: person.email, password: given },
    })
  ).status
const makeLink = (userId = person.id, headers = admin, of = project.id) =>
  ask(world.service.url, 'POST', `/api/projects/${of}/people/${userId}/password-link`, { headers })
const readUser = (id = person.id) =>
  world.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a forgotten password, by mail', () => {
  it('is replaced by a link for one use; whatever was signed in ends, and nobody is signed in', async () => {
    const session = await world.seed.session(person.id)
    await askFor(person.email.toUpperCase())
    const mail = await world.receive(person.email)
    expect(mail.headers).toContain('Subject: Set a new password')
    const path = readLink(mail)
    expect(path).toMatch(/^\/reset-password\/\w{43}$/)
    expect(mail.html).toContain(`<a href="http://service.example${path}">`)
    expect(await tablesHolding(world.db, path.split('/')[2] ?? '')).toEqual([])

    const form = await visit(path)
    expect(form.text).toContain(person.email)
    expect(form.text).not.toMatch(/<script|\son\w+=|javascript:|style="/i)
    expect(form.headers.get('referrer-policy')).toBe('strict-origin')
    expect(form.headers.get('content-security-policy')).toContain("default-src 'none'")

    const done = await set(path)
    expect([done.status, done.headers.getSetCookie()]).toEqual([200, []])
    expect(done.text).toContain('<a href="/sign-in"')
    expect([await signIn(password), await signIn(next)]).toEqual([401, 201])
    const { status } = await ask(world.service.url, 'GET', '/api/me', { headers: session })
    expect(status).toBe(401)
    expect((await set(path, password)).status).toBe(410)
    const logs = await listAdminLogs(world.service.deps.store, project.id)
    expect(logs.at(-1)).toMatchObject({
      type: 'update',
      resource: 'password-link',
      by: person.id,
      next: { status: 'used', isMailed: true },
    })
  })

  it('says the same of every address, and writes only to one with a password', async () => {
    const other = await world.seed.user()
    const pages = []
    for (const email of [person.email, other.email, 'nobody@example.com']) {
      const { status, text } = await askFor(email)
      pages.push([status, text.replaceAll(email, '')])
    }
    expect(new Set(pages.map(page => JSON.stringify(page))).size).toBe(1)
    const queued = await world.db.selectFrom('mail_queue').select('user_id').execute()
    expect(queued.filter(({ user_id }) => user_id === other.id)).toEqual([])
    await world.receive(person.email)
  })

  it('reaches a mailbox five times an hour, and does not say when it stops', async () => {
    for (let time = 0; time < 7; time++) expect((await askFor(person.email)).status).toBe(200)
    const { count } = await world.db
      .selectFrom('mail_queue')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(5)
  })

  it('takes no weak password and no typing error, and keeps the link for another try', async () => {
    await askFor(person.email)
    const path = readLink(await world.receive(person.email))
    expect((await set(path, 'short')).text).toContain(
      'The password must have at least 12 characters.',
    )
    expect((await set(path, next, `${next}!`)).text).toContain('The two passwords differ.')
    expect((await set(path)).status).toBe(200)
  })

  it('lets one of many simultaneous uses through', async () => {
    await askFor(person.email)
    const path = readLink(await world.receive(person.email))
    const statuses = await Promise.all(
      [1, 2, 3].map(async n => (await set(path, `${next}${n}`)).status),
    )
    expect(statuses.sort()).toEqual([200, 410, 410])
  })

  it('ends with time, with another password and with the account', async () => {
    const ends: [string, () => Promise<unknown>][] = [
      ['410', () => sql`update account_links set expires_at = clock_timestamp()`.execute(world.db)],
      [
        '403',
        () =>
          sql`update users set disabled_at = clock_timestamp() where id = ${person.id}`.execute(
            world.db,
          ),
      ],
    ]
    for (const [status, end] of ends) {
      await askFor(person.email)
      const path = readLink(await world.receive(person.email))
      await end()
      expect(String((await set(path)).status)).toBe(status)
    }
  })

  it('verifies the address of an account that was unverified', async () => {
    const mark = { unverified_in_project_id: project.id }
    await world.db.updateTable('users').set(mark).where('id', '=', person.id).execute()
    await askFor(person.email)
    await set(readLink(await world.receive(person.email)))
    expect((await readUser()).unverified_in_project_id).toBeNull()
  })

  it('refuses a form of another site', async () => {
    const response = await fetch(`${world.service.url}/forgotten-password`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ email: person.email }),
    })
    expect(response.status).toBe(403)
  })
})

describe('a link that an Admin makes', () => {
  it('is shown once, works once, and is in the admin log', async () => {
    const { status, body } = await makeLink()
    expect([status, body.url]).toEqual([201, expect.stringMatching(/\/reset-password\/\w{43}$/)])
    const { pathname } = new URL(body.url)
    expect(await tablesHolding(world.db, pathname.split('/')[2] ?? '')).toEqual([])
    expect((await set(pathname)).status).toBe(200)
    expect([await signIn(next), (await set(pathname)).status]).toEqual([201, 410])
    const logs = (await listAdminLogs(world.service.deps.store, project.id)).slice(-2)
    expect(logs).toMatchObject([
      { type: 'add', resource: 'password-link', by: project.admin.id },
      { type: 'update', resource: 'password-link', by: person.id },
    ])
  })

  it('leaves the account to this project until the address is verified, as the Admin has seen the link', async () => {
    await set(new URL((await makeLink()).body.url).pathname)
    expect((await readUser()).unverified_in_project_id).toBe(project.id)
  })

  it('keeps a second factor, which keeps the Admin out: nothing else changes', async () => {
    await sql`insert into totp_keys (user_id, encrypted_key, confirmed_at)
      values (${person.id}, 'x', clock_timestamp())`.execute(world.db)
    for (let time = 0; time < 2; time++) {
      const { pathname } = new URL((await makeLink()).body.url)
      expect((await set(pathname)).headers.getSetCookie()).toEqual([])
    }
    const { rows } = await sql`select from totp_keys where user_id = ${person.id}`.execute(world.db)
    expect([rows.length, (await readUser()).unverified_in_project_id]).toEqual([1, null])
  })

  it.each(['own_account', 'owner_account', 'member_elsewhere', 'no_password', 'account_disabled'])(
    'is refused where the Admin would gain something: %s',
    async code => {
      const elsewhere = await world.seed.project()
      const change: Record<string, () => Promise<unknown>> = {
        own_account: async () => world.setPassword(project.admin.id),
        owner_account: () =>
          sql`update users set is_owner = true where id = ${person.id}`.execute(world.db),
        member_elsewhere: () => join(person.id, elsewhere, 'user'),
        no_password: () =>
          sql`update users set password_hash = null where id = ${person.id}`.execute(world.db),
        account_disabled: () =>
          sql`update users set disabled_at = clock_timestamp() where id = ${person.id}`.execute(
            world.db,
          ),
      }
      await change[code]?.()
      const { body } = await makeLink(code === 'own_account' ? project.admin.id : person.id)
      expect(body.code).toBe(code)
      const links = await world.db
        .selectFrom('account_links')
        .select('user_id')
        .where('user_id', 'in', [person.id, project.admin.id])
        .execute()
      expect(links).toEqual([])
    },
  )

  it('may be for a person of several projects when the Admin is one in each, signed in for each', async () => {
    const elsewhere = await world.seed.project()
    await join(person.id, elsewhere, 'user')
    await join(project.admin.id, elsewhere, 'admin')
    expect((await makeLink()).status).toBe(201)
    const bound = await world.seed.session(project.admin.id, { ssoProjectId: project.id })
    expect((await makeLink(person.id, bound)).body.code).toBe('member_elsewhere')
  })

  it('ends when the person joins another project meanwhile', async () => {
    const { pathname } = new URL((await makeLink()).body.url)
    await join(person.id, await world.seed.project(), 'user')
    const { status, text } = await set(pathname)
    expect([status, text.includes('may not make it any more')]).toEqual([403, true])
    expect(await signIn(password)).toBe(201)
  })

  it('is no matter of other projects, other levels or personal tokens', async () => {
    const elsewhere = await world.seed.project()
    const other = await world.seed.session(elsewhere.admin.id)
    expect((await makeLink(person.id, other, elsewhere.id)).status).toBe(404)
    expect((await makeLink(person.id, await world.seed.session(person.id))).status).toBe(403)
    const { body } = await ask(world.service.url, 'POST', '/api/me/tokens', {
      headers: admin,
      body: { name: 'x' },
    })
    const { status } = await makeLink(person.id, { authorization: `Bearer ${body.token}` })
    expect(status).toBe(403)
  })
})

const join = (userId: number, { id, role }: SeededProject, level: 'user' | 'admin') =>
  world.db
    .insertInto('members')
    .values({
      project_id: id,
      user_id: userId,
      permission_level: level,
      role_id: role.id,
      tags: '{}',
    })
    .execute()

it('guesses of links are counted like wrong passwords', async () => {
  const browser = createBrowser()
  const statuses = new Set<number>()
  for (let time = 0; time < 52; time++) {
    statuses.add(
      (await browser.visit(`${world.service.url}/reset-password/${'x'.repeat(43)}`)).status,
    )
  }
  expect([...statuses]).toEqual([404, 429])
})

it('without a mail server the page says who can make a link', async () => {
  const service = await startTestService(inject('postgresUrl'))
  const { text } = await createBrowser().visit(`${service.url}/forgotten-password`)
  expect(text).toContain('<code>npx @service/cli link --reset-password</code>')
  expect(text).not.toContain('<form')
  await service.stop()
})
