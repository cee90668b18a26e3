import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startService } from '../../start-service.js'
import { createInvitationClient, newAccount } from '../../testing/invitation-client.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { type MailServer, startMailServer } from '../../testing/start-mail-server.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { tablesHolding } from '../../testing/tables-holding.js'

const MAIL = { mailFrom: 'service@example.com', publicUrl: 'https://service.example/' }
let service: TestService
let mailServer: MailServer
let seed: ReturnType<typeof createSeed>
let project: SeededProject
let admin: Headers
let email: string
let made = 0

type Headers = Record<string, string>
const { send, accept, ...client } = createInvitationClient(() => service)
const invite = (address = email, of = project, as = admin) => client.invite(of, as, address)
const tokenIn = ({ text }: MailServer['received'][number]) =>
  /\/invitations\/(\w{43})$/m.exec(text)?.[1] ?? ''
const account = () => client.readAccount(email)

beforeAll(async () => {
  mailServer = await startMailServer()
  service = await startTestService(inject('postgresUrl'), { ...MAIL, smtpUrl: mailServer.url })
  seed = createSeed(service.deps.store)
})
beforeEach(async () => {
  project = await seed.project()
  admin = await seed.session(project.admin.id, MAIL)
  email = `mailed-${++made}@example.com`
})
afterEach(() => {
  mailServer.isRefusing = false
  mailServer.received.length = 0
})
afterAll(async () => {
  await service?.stop()
  await mailServer?.stop()
})

describe('an invitation by mail', () => {
  it('goes to the invited person alone: no answer, log or row holds its secret', async () => {
    const { status, body } = await invite(email.toUpperCase())
    expect([status, body.isMailed]).toEqual([201, true])
    const [mail] = mailServer.received
    expect(mail).toMatchObject({ from: MAIL.mailFrom, to: [email] })
    const token = tokenIn(mail!)
    expect(mail?.text).toContain(`\nhttps://service.example/invitations/${token}\n`)
    expect(mail?.headers).toContain(`Subject: Invitation to ${project.name}`)
    const listed = (await send('GET', `/api/projects/${project.id}/invitations`, admin)).body
    expect(JSON.stringify([body, listed])).not.toContain(token)
    expect(await tablesHolding(service.deps.store.db, token)).toEqual([])
    expect(Object.keys(body)).not.toContain('url')
    expect((await send('GET', `/api/invitations/${token}`)).body.email).toBe(email)
  })

  it('proves the address: the account it makes may join other projects', async () => {
    await invite()
    expect((await accept(tokenIn(mailServer.received[0]!), newAccount)).status).toBe(200)
    expect((await account()).unverified_in_project_id).toBeNull()
  })

  it('gives an account that nobody proved to who reads the mail, and takes it from who made it', async () => {
    const elsewhere = await seed.project()
    const { id } = await seed.user({ email })
    const mark = { unverified_in_project_id: elsewhere.id, password_hash: 'of somebody else' }
    await service.deps.store.db.updateTable('users').set(mark).where('id', '=', id).execute()
    const theirs = await seed.session(id, MAIL)

    await invite()
    const token = tokenIn(mailServer.received[0]!)
    const signedIn = await accept(token, {}, theirs)
    expect([signedIn.status, signedIn.body.code]).toEqual([403, 'account_unverified'])
    expect((await accept(token, newAccount)).status).toBe(200)
    expect((await send('GET', '/api/me', theirs)).status).toBe(401)
    const { session_version, ...claimed } = await account()
    expect(claimed).toMatchObject({ id, first_name: 'Bo', unverified_in_project_id: null })
    expect(session_version).toBeGreaterThan(0)
    const { password } = newAccount
    expect((await send('POST', '/api/sessions', {}, { email, password })).status).toBe(201)
  })

  it('does not give away an account whose address was proven', async () => {
    const { id } = await seed.user({ email })
    await invite()
    const { status, body } = await accept(tokenIn(mailServer.received[0]!), newAccount)
    expect([status, body.code]).toEqual([409, 'sign_in_required'])
    expect(await account()).toMatchObject({ id, first_name: 'Test', password_hash: null })
  })

  it('is not kept when the mail server refuses it', async () => {
    mailServer.isRefusing = true
    // However often: what never reached the mailbox is not counted against it.
    for (let time = 0; time < 6; time++) {
      const { status, body } = await invite()
      expect([status, body.code]).toEqual([502, 'mail_failed'])
    }
    const path = `/api/projects/${project.id}/invitations`
    expect((await send('GET', path, admin)).body.data).toEqual([])
    mailServer.isRefusing = false
    expect((await invite()).status).toBe(201)
  })

  it('reaches a mailbox a few times an hour, however often it is revoked and made again', async () => {
    const path = `/api/projects/${project.id}/invitations`
    const statuses: number[] = []
    for (let time = 0; time < 7; time++) {
      const { status, body } = await invite()
      statuses.push(status)
      await send('DELETE', `${path}/${body.id}`, admin)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429])
    expect(mailServer.received).toHaveLength(5)
    expect((await invite(`other-${email}`)).status).toBe(201)
  })

  it('cannot be made to hold other headers or recipients by the name of a project', async () => {
    const name = `Shop ${made}\r\nBcc: evil@example.com`
    await service.deps.store.db
      .updateTable('projects')
      .set({ name })
      .where('id', '=', project.id)
      .execute()
    await invite()
    expect(mailServer.received[0]?.to).toEqual([email])
    expect(mailServer.received[0]?.headers).not.toMatch(/^Bcc/m)
  })
})

describe('settings of mail', () => {
  it.each([
    [{ publicUrl: undefined }, 'SERVICE_PUBLIC_URL must be set'],
    [{ mailFrom: undefined }, 'SERVICE_MAIL_FROM must be set'],
  ])('are whole before the service starts: %o', async (change, message) => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done() })
    const config = { ...service.config, ...change }
    await expect(startService(config, pino(output))).rejects.toThrow(message)
  })
})
