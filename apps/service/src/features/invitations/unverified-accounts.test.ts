import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createInvitationClient, newAccount } from '../../testing/invitation-client.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

let service: TestService
let seed: ReturnType<typeof createSeed>
let first: SeededProject
let second: SeededProject
let email: string
let made = 0

type Headers = Record<string, string>
const { send, accept, ...client } = createInvitationClient(() => service)

const invite = async (project: SeededProject) =>
  (await client.invite(project, await seed.session(project.admin.id), email)).body

const signIn = async (password = newAccount.password): Promise<Headers> => {
  const { headers, body } = await send('POST', '/api/sessions', {}, { email, password })
  const cookies = headers.getSetCookie().map(line => line.split(';', 1)[0])
  return { cookie: cookies.join('; '), 'x-csrf-token': body.csrfToken }
}
const account = () => client.readAccount(email)
const listProjectIds = async (headers: Headers) =>
  (await send('GET', '/api/session', headers)).body.projects.map(({ id }: { id: number }) => id)

beforeAll(async () => {
  service = await startTestService(inject('postgresUrl'))
  seed = createSeed(service.deps.store)
})
beforeEach(async () => {
  ;[first, second] = [await seed.project(), await seed.project()]
  email = `somebody-${++made}@example.com`
})
afterAll(() => service?.stop())

describe('an account made with a link that was shown to who invited', () => {
  let inviter: Headers

  beforeEach(async () => {
    await accept((await invite(first)).token, newAccount)
    inviter = await signIn()
  })

  it('is marked as unverified, and works in the project it was made in', async () => {
    expect((await account()).unverified_in_project_id).toBe(first.id)
    expect(await listProjectIds(inviter)).toEqual([first.id])
  })

  it('is shown as unverified to itself and to the people of the project', async () => {
    expect((await send('GET', '/api/me', inviter)).body.isUnverified).toBe(true)
    const { data } = (await send('GET', `/api/projects/${first.id}/people`, inviter)).body
    const shown = data.map((person: Record<string, unknown>) => [person.email, person.isUnverified])
    expect(Object.fromEntries(shown)).toEqual({ [first.admin.email]: false, [email]: true })
  })

  it('is adopted by no other project: neither signed in, nor anew', async () => {
    const { token } = await invite(second)
    const adopted = await accept(token, {}, inviter)
    expect([adopted.status, adopted.body.code]).toEqual([403, 'account_unverified'])
    const anew = await accept(token, { ...newAccount, password: 'another one of 12' })
    expect([anew.status, anew.body.code]).toEqual([409, 'sign_in_required'])
    expect(await listProjectIds(inviter)).toEqual([first.id])
    expect((await send('GET', `/api/invitations/${token}`)).status).toBe(200)
  })

  it('comes back to its own project after it was taken out', async () => {
    const admin = await seed.session(first.admin.id)
    const { id } = await account()
    await send('DELETE', `/api/projects/${first.id}/people/${id}`, admin)
    expect(await listProjectIds(inviter)).toEqual([])
    const { token } = await invite(first)
    expect((await accept(token, {}, inviter)).status).toBe(200)
    expect(await listProjectIds(inviter)).toEqual([first.id])
  })
})

describe('an account that who runs the service made', () => {
  it('is adopted by every project that invites it', async () => {
    const { id } = await seed.user({ email })
    const own = await seed.session(id)
    for (const project of [first, second]) {
      expect((await accept((await invite(project)).token, {}, own)).status).toBe(200)
    }
    expect((await listProjectIds(own)).sort()).toEqual([first.id, second.id].sort())
  })
})
