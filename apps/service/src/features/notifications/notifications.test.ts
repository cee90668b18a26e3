import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { takeMail } from '../../mail/queue-mail.js'
import { ask } from '../../testing/ask.js'
import { type MailWorld, startMailWorld } from '../../testing/mail-world.js'
import { createSeed, type SeededProject, type SeededUser } from '../../testing/seed.js'
import { startTestService } from '../../testing/start-test-service.js'
import { requireSso } from '../../testing/things-of-project.js'

let world: MailWorld
let project: SeededProject
let author: Record<string, string>
let person: SeededUser
let own: Record<string, string>

beforeAll(async () => {
  world = await startMailWorld(inject('postgresUrl'))
  // Mail is sent by `sendDue` alone: the worker of the instance would take it from under a test.
  await world.service.deps.mail?.stop()
})
beforeEach(async () => {
  project = await world.seed.project()
  author = await world.seed.session(project.admin.id)
  person = await world.seed.member(project, 'user')
  own = await world.seed.session(person.id)
})
afterEach(async () => {
  await world.db.deleteFrom('mail_queue').execute()
  world.mailServer.received.length = 0
  world.mailServer.isRefusing = false
  world.lines.length = 0
})
afterAll(() => world?.stop())

const send = (headers: Record<string, string>, method: string, path: string, body?: unknown) =>
  ask(world.service.url, method, path, { headers, body })
const choose = (settings: object, headers = own) =>
  send(headers, 'PATCH', '/api/me/notifications', settings)
const environmentPath = () => `/api/projects/${project.id}/environments/${project.environment.id}`
const mention = (text = 'look at this', { id }: { id: number } = person) =>
  send(author, 'POST', `${environmentPath()}/notes`, {
    title: 'Late parcel',
    recordId: '4 2',
    collectionName: 'orders',
    content: `<p><span data-mention-id="${id}">@you</span> ${text}</p>`,
  })
const countQueued = async () =>
  (await world.db.selectFrom('mail_queue').select('id').where('done_at', 'is', null).execute())
    .length
/** Sends what waits for the person, and reads it. */
const deliver = async () => {
  await world.hurry()
  await world.sendDue()
  return world.mailServer.received.splice(0)
}

describe('mail about mentions', () => {
  it('is off until the person wants it, and then has the words of the note and a link', async () => {
    expect((await send(own, 'GET', '/api/me/notifications')).body).toEqual({
      mentions: false,
      approvals: false,
      decisions: false,
      isMailConfigured: true,
    })
    await mention()
    expect(await countQueued()).toBe(0)
    expect((await choose({ mentions: true })).body.mentions).toBe(true)
    await mention('5 &lt; 6 &amp; more')
    const [mail, ...others] = await deliver()
    expect([mail?.to, others]).toEqual([[person.email], []])
    expect(mail?.headers).toContain(
      `Subject: ${project.admin.username} mentions you in ${project.name}`,
    )
    expect(mail?.text).toContain('note “Late parcel”:\n\n> @you 5 < 6 & more\n')
    const place = [project.name, 'Production', 'Operations'].map(encodeURIComponent).join('/')
    const link = `http://service.example/app/${place}/data/orders/4%202`
    expect(mail?.text).toContain(`\n${link}\n`)
    expect(mail?.html).toContain(`<a href="${link}">`)
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated')
  })

  it('is one message for what comes together, and each mention is sent once', async () => {
    await choose({ mentions: true })
    for (let time = 0; time < 3; time++) await mention(`number ${time}`)
    await world.hurry()
    // As three instances at the same time.
    await Promise.all([world.sendDue(), world.sendDue(), world.sendDue()])
    const [mail, ...others] = world.mailServer.received.splice(0)
    expect(others).toEqual([])
    expect(mail?.headers).toMatch(/Subject: .*, and 2 more/)
    for (const text of ['number 0', 'number 1', 'number 2']) expect(mail?.text).toContain(text)
    expect(await deliver()).toEqual([])
  })

  it('waits for a while after a message, so that more comes together', async () => {
    await choose({ mentions: true })
    await mention()
    await deliver()
    await mention('again')
    const { rows } = await sql<{ wait: number }>`select
      extract(epoch from next_at - created_at)::int as wait from mail_queue
      where done_at is null`.execute(world.db)
    expect(rows[0]?.wait).toBeGreaterThan(240)
  })

  it('leaves out what was seen, deleted or is none of their business any more', async () => {
    await choose({ mentions: true })
    await mention()
    await send(own, 'POST', '/api/me/mentions/seen', { until: new Date().toISOString() })
    expect(await deliver()).toEqual([])
    await mention()
    await world.db.deleteFrom('team_members').where('user_id', '=', person.id).execute()
    await world.db.deleteFrom('members').where('user_id', '=', person.id).execute()
    expect(await deliver()).toEqual([])
  })

  it('does not quote notes of a project that requires single sign-on', async () => {
    await choose({ mentions: true })
    await mention('a secret')
    await requireSso(world.service.deps.store, project.id)
    const [mail] = await deliver()
    expect(mail?.text).toContain('Late parcel')
    expect(mail?.text).not.toContain('a secret')
  })

  it('does not tell people of their own mentions', async () => {
    await choose({ mentions: true }, author)
    await mention('myself', project.admin)
    expect(await countQueued()).toBe(0)
  })

  it('is ended by one click in the mail program', async () => {
    await choose({ mentions: true, decisions: true })
    await mention()
    const [mail] = await deliver()
    expect(mail?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [, path = ''] =
      /List-Unsubscribe: <http:\/\/service\.example(\S+)>/.exec(mail?.headers ?? '') ?? []
    expect((await fetch(world.service.url + path)).status).toBe(200)
    expect((await send(own, 'GET', '/api/me/notifications')).body.mentions).toBe(true)
    const body = 'List-Unsubscribe=One-Click'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(world.service.url + path, { method: 'POST', headers, body })
    expect(response.status).toBe(200)
    expect((await send(own, 'GET', '/api/me/notifications')).body).toMatchObject({
      mentions: false,
      decisions: false,
    })
    const wrong = path.replace(/\/\d+\./, `/${project.admin.id}.`)
    expect((await fetch(world.service.url + wrong, { method: 'POST', headers, body })).status).toBe(
      404,
    )
  })
})

describe('mail about approvals', () => {
  beforeEach(async () => {
    const rights = {
      collections: { orders: { actions: { Refund: { trigger: true, approve: true } } } },
    }
    await world.db
      .insertInto('role_rights')
      .values({
        environment_id: project.environment.id,
        role_id: project.role.id,
        rights: JSON.stringify(rights),
      })
      .execute()
  })

  const request = () =>
    send(author, 'POST', `${environmentPath()}/approvals`, {
      collectionName: 'orders',
      actionName: 'Refund',
      recordIds: ['1'],
      inputs: [{ name: 'Amount', type: 'Number', value: 'canary' }],
    })

  it('goes to those who may decide, and then to the one who asked; it has no values', async () => {
    await choose({ approvals: true })
    await choose({ decisions: true }, author)
    const { id } = (await request()).body
    const [asked, ...others] = await deliver()
    expect([asked?.to, others]).toEqual([[person.email], []])
    expect(asked?.text).toContain(`asks for your approval in ${project.name}: Refund, on orders.`)
    expect(asked?.text).toMatch(new RegExp(`/approvals/${id}\n`))
    await send(own, 'POST', `${environmentPath()}/approvals/${id}/reject`, {})
    const [decided] = await deliver()
    expect(decided?.to).toEqual([project.admin.email])
    expect(decided?.text).toContain('was rejected: Refund')
    expect(JSON.stringify([asked, decided])).not.toContain('canary')
  })

  it('is not sent about what somebody else decided meanwhile', async () => {
    await choose({ approvals: true })
    const { id } = (await request()).body
    await send(author, 'POST', `${environmentPath()}/approvals/${id}/cancel`, {})
    expect(await deliver()).toEqual([])
  })
})

describe('when the mail server fails', () => {
  it('mail is tried again, later each time, and arrives once', async () => {
    await choose({ mentions: true })
    await mention()
    world.mailServer.isRefusing = true
    expect(await deliver()).toEqual([])
    expect(await deliver()).toEqual([])
    const waits = await sql<{ wait: number }>`select attempts,
      round(extract(epoch from next_at - clock_timestamp()) / 60)::int as wait
      from mail_queue`.execute(world.db)
    expect(waits.rows).toEqual([{ attempts: 2, wait: 2 }])
    expect(world.lines.map(({ msg }) => msg)).toContain('cannot send mail; retrying')
    world.mailServer.isRefusing = false
    expect(await deliver()).toHaveLength(1)
    expect(await deliver()).toEqual([])
  })

  it('mail that an instance took and lost is sent by another', async () => {
    await choose({ mentions: true })
    await mention()
    await world.hurry()
    expect(await takeMail(world.db)).toHaveLength(1)
    await world.sendDue()
    expect(world.mailServer.received).toEqual([])
    expect(await deliver()).toHaveLength(1)
  })

  it('mail is given up after a day, with a line in the log and a metric', async () => {
    await choose({ mentions: true })
    await mention()
    await sql`update mail_queue set created_at = clock_timestamp() - interval '25 hours'`.execute(
      world.db,
    )
    expect(await deliver()).toEqual([])
    expect(world.lines).toMatchObject([
      { msg: 'mail was given up, because the mail server did not take it within a day', count: 1 },
    ])
    expect(await world.service.deps.metrics.print()).toContain(
      'service_mail_total{outcome="given_up"} 1',
    )
  })
})

it('nothing can be switched on without a mail server, or for an unverified address', async () => {
  const mark = { unverified_in_project_id: project.id }
  await world.db.updateTable('users').set(mark).where('id', '=', person.id).execute()
  expect((await choose({ mentions: true })).body.code).toBe('email_unverified')
  expect((await choose({ mention: true })).status).toBe(400)

  const service = await startTestService(inject('postgresUrl'))
  const seed = createSeed(service.deps.store)
  const headers = await seed.session((await seed.user()).id)
  const patch = (body: object) =>
    ask(service.url, 'PATCH', '/api/me/notifications', { headers, body })
  expect((await patch({ mentions: true })).body.code).toBe('mail_not_configured')
  expect((await patch({ mentions: false })).body).toMatchObject({ isMailConfigured: false })
  await service.stop()
})
