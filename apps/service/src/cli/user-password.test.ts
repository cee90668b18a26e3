import { Readable } from 'node:stream'
import { describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { ask } from '../testing/ask.js'
import { captureIo } from '../testing/capture-io.js'
import { useTestProject } from '../testing/use-test-project.js'
import { userPassword } from './user-password.js'

const url = inject('postgresUrl')

// The command opens the store a second time, which an embedded one does not allow.
describe.skipIf(!url)('backoffice user password', () => {
  const suite = useTestProject()

  const run = async (email: string, password?: string) => {
    const environment = { [variableNames.databaseUrl]: suite.service.config.databaseUrl }
    const input = Readable.from(password === undefined ? [] : [`${password}\n`])
    const io = captureIo(environment, input)
    await userPassword({ email, passwordStdin: password !== undefined }, io)
    return io.written.output
  }

  it('gives an account to whom its address belongs: all that acted for it ends', async () => {
    const { id, email } = await suite.seed.member(suite.project, 'user')
    const { db } = suite.service.deps.store
    await db
      .updateTable('users')
      .set({ unverified_in_project_id: suite.project.id })
      .where('id', '=', id)
      .execute()
    const headers = await suite.seed.session(id)
    expect(await run(email, 'seven blue boats 31')).toBe(
      `The account ${email} has a new password; its sessions, tokens and grants have ended.\n`,
    )
    expect((await ask(suite.service.url, 'GET', '/api/me', { headers })).status).toBe(401)
    const body = { email, password: 'seven blue boats 31' }
    expect((await ask(suite.service.url, 'POST', '/api/sessions', { body })).status).toBe(201)
    const columns = ['unverified_in_project_id', 'session_version'] as const
    const stored = db.selectFrom('users').select(columns).where('id', '=', id)
    expect(await stored.execute()).toEqual([{ unverified_in_project_id: null, session_version: 2 }])
  })

  it('makes up a password when none is given, and refuses weak ones and unknown accounts', async () => {
    const { email } = await suite.seed.user()
    expect(await run(email)).toMatch(/Password, shown only now: \w{20}\n$/)
    await expect(run(email, 'short')).rejects.toThrow('at least 12 characters')
    await expect(run('nobody@example.com')).rejects.toThrow('There is no account of')
  })
})
