import { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { ask } from '../testing/ask.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { userPassword } from './user-password.js'

const url = inject('postgresUrl')

// The command opens the store a second time, which an embedded one does not allow.
describe.skipIf(!url)('service user password', () => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject

  beforeAll(async () => {
    service = await startTestService(url)
    seed = createSeed(service.deps.store)
    project = await seed.project()
  })
  afterAll(() => service?.stop())

  const run = async (email: string, password?: string) => {
    let written = ''
    const output = new Writable({
      write(chunk, _encoding, done) {
        written += chunk
        done()
      },
    })
    const environment = { [variableNames.databaseUrl]: service.config.databaseUrl }
    const input = Readable.from(password === undefined ? [] : [`${password}\n`])
    const passwordStdin = password !== undefined
    await userPassword({ email, passwordStdin }, { environment, input, output, errors: output })
    return written
  }

  it('gives an account to whom its address belongs: all that acted for it ends', async () => {
    const { id, email } = await seed.member(project, 'user')
    const { db } = service.deps.store
    await db
      .updateTable('users')
      .set({ unverified_in_project_id: project.id })
      .where('id', '=', id)
      .execute()
    const headers = await seed.session(id)
    expect(await run(email, 'seven blue boats 31')).toBe(
      `The account ${email} has a new password; what acted for it has ended.\n`,
    )
    expect((await ask(service.url, 'GET', '/api/me', { headers })).status).toBe(401)
    const body = { email, password: 'seven blue boats 31' }
    expect((await ask(service.url, 'POST', '/api/sessions', { body })).status).toBe(201)
    const columns = ['unverified_in_project_id', 'session_version'] as const
    const stored = db.selectFrom('users').select(columns).where('id', '=', id)
    expect(await stored.execute()).toEqual([{ unverified_in_project_id: null, session_version: 1 }])
  })

  it('makes up a password when none is given, and refuses weak ones and unknown accounts', async () => {
    const { email } = await seed.user()
    expect(await run(email)).toMatch(/Password, shown only now: \w{20}\n$/)
    await expect(run(email, 'short')).rejects.toThrow('at least 12 characters')
    await expect(run('nobody@example.com')).rejects.toThrow('There is no account of')
  })
})
