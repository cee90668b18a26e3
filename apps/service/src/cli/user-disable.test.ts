import { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { ask } from '../testing/ask.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { userDisable } from './user-disable.js'

const url = inject('postgresUrl')

// The command opens the store a second time, which an embedded one does not allow.
describe.skipIf(!url)('service user disable', () => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject

  beforeAll(async () => {
    service = await startTestService(url)
    seed = createSeed(service.deps.store)
    project = await seed.project()
  })
  afterAll(() => service?.stop())

  const run = async (email: string, isDisabled: boolean) => {
    let written = ''
    const output = new Writable({
      write(chunk, _encoding, done) {
        written += chunk
        done()
      },
    })
    const environment = { [variableNames.databaseUrl]: service.config.databaseUrl }
    const io = { environment, input: Readable.from([]), output, errors: output }
    await userDisable({ email }, isDisabled, io)
    return written
  }

  it('refuses the sessions of the account at once, until it is enabled again', async () => {
    const member = await seed.member(project, 'user')
    const headers = await seed.session(member.id)
    const statusOf = async () => (await ask(service.url, 'GET', '/api/me', { headers })).status
    expect(await statusOf()).toBe(200)
    expect(await run(member.email.toUpperCase(), true)).toBe(
      `The account ${member.email} is now disabled.\n`,
    )
    expect(await statusOf()).toBe(401)
    expect(await run(member.email, true)).toBe(`The account ${member.email} is already disabled.\n`)
    expect(await run(member.email, false)).toBe(`The account ${member.email} is now enabled.\n`)
    expect(await statusOf()).toBe(200)
    const logs = await service.deps.store.db
      .selectFrom('admin_logs')
      .select(['initiator', 'previous_value', 'new_value'])
      .where('project_id', '=', project.id)
      .where('type', '=', 'update')
      .orderBy('seq')
      .execute()
    expect(logs).toMatchObject([
      {
        initiator: 'service',
        previous_value: { user: { email: member.email }, isDisabled: false },
        new_value: { isDisabled: true },
      },
      { previous_value: { isDisabled: true }, new_value: { isDisabled: false } },
    ])
  })

  it('names an account that does not exist', async () => {
    await expect(run('nobody@example.com', true)).rejects.toThrow(
      'There is no account of nobody@example.com.',
    )
  })
})
