import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { type MailWorld, password, readLink, startMailWorld } from '../../testing/mail-world.js'
import type { SeededProject, SeededUser } from '../../testing/seed.js'

let world: MailWorld
let project: SeededProject
let person: SeededUser
let own: Record<string, string>
let email: string
let made = 0

beforeAll(async () => {
  world = await startMailWorld(inject('postgresUrl'))
})
beforeEach(async () => {
  project = await world.seed.project()
  person = await world.seed.member(project, 'user')
  await world.setPassword(person.id)
  own = await world.seed.session(person.id)
  email = `new-${++made}@example.com`
})
afterAll(() => world?.stop())

const send = (method: string, path: string, body?: unknown, headers = own) =>
  ask(world.service.url, method, path, { headers, body })
const change = (currentPassword = password, to = email) =>
  send('POST', '/api/me/email', { email: to, currentPassword })
const follow = async (path: string, headers: Record<string, string> = own) =>
  fetch(world.service.url + path, { method: 'POST', headers, body: new URLSearchParams() })
const unverify = () =>
  world.db
    .updateTable('users')
    .set({ unverified_in_project_id: project.id })
    .where('id', '=', person.id)
    .execute()
const readMe = async () => (await send('GET', '/api/me')).body

it('an address changes when its mailbox is proven, and the old one is told', async () => {
  expect((await change('wrong')).body.code).toBe('wrong_password')
  expect((await change()).status).toBe(204)
  const path = readLink(await world.receive(email))
  expect(path).toMatch(/^\/verify-email\/\w{43}$/)
  expect((await readMe()).email).toBe(person.email)

  const response = await follow(path)
  expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'strict-origin'])
  expect(await readMe()).toMatchObject({ email, isUnverified: false })
  const notice = await world.receive(person.email)
  expect(notice.text).toContain(`had the address ${person.email}`)
  expect(notice.text).not.toContain(email)
  expect((await follow(path)).status).toBe(410)
  const logs = await listAdminLogs(world.service.deps.store, project.id)
  expect(logs.at(-1)).toMatchObject({
    resource: 'email',
    by: person.id,
    previous: { email: person.email },
    next: { email },
  })
})

it('an unverified address is verified by a link to it', async () => {
  await unverify()
  expect((await readMe()).isUnverified).toBe(true)
  expect((await send('POST', '/api/me/email/verification')).status).toBe(204)
  const path = readLink(await world.receive(person.email))
  expect((await follow(path)).status).toBe(200)
  expect((await readMe()).isUnverified).toBe(false)
  expect((await send('POST', '/api/me/email/verification')).body.code).toBe('email_verified')
})

it('a link works only where the person of the account is signed in', async () => {
  await unverify()
  await send('POST', '/api/me/email/verification')
  const path = readLink(await world.receive(person.email))
  const stranger = await world.seed.session(project.admin.id)
  expect([(await follow(path, {})).status, (await follow(path, stranger)).status]).toEqual([
    401, 403,
  ])
  expect((await readMe()).isUnverified).toBe(true)
  const page = await fetch(world.service.url + path)
  expect(await page.text()).toContain(`/sign-in?returnTo=${encodeURIComponent(path)}`)
})

it('the address of another account is not taken over', async () => {
  const other = await world.seed.user()
  expect((await change(password, other.email)).status).toBe(204)
  const response = await follow(readLink(await world.receive(other.email)))
  expect(response.status).toBe(409)
  expect((await readMe()).email).toBe(person.email)
})

it('links that were mailed to the old address end with it', async () => {
  await fetch(`${world.service.url}/forgotten-password`, {
    method: 'POST',
    body: new URLSearchParams({ email: person.email }),
  })
  const reset = readLink(await world.receive(person.email))
  await change()
  await follow(readLink(await world.receive(email)))
  await world.receive(person.email)
  expect((await fetch(world.service.url + reset)).status).toBe(410)
})

it('mailboxes are not flooded', async () => {
  const statuses: number[] = []
  for (let time = 0; time < 6; time++) statuses.push((await change()).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
})
