import { describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { ask } from '../testing/ask.js'
import { captureIo } from '../testing/capture-io.js'
import { useTestProject } from '../testing/use-test-project.js'
import { setUserDisabled } from './user-disable.js'

const url = inject('postgresUrl')

// The command opens the store a second time, which an embedded one does not allow.
describe.skipIf(!url)('backoffice user disable', () => {
  const suite = useTestProject()

  const run = async (email: string, isDisabled: boolean) => {
    const io = captureIo({ [variableNames.databaseUrl]: suite.service.config.databaseUrl })
    await setUserDisabled({ email }, isDisabled, io)
    return io.written.output
  }

  it('refuses the sessions of the account at once, until it is enabled again', async () => {
    const member = await suite.seed.member(suite.project, 'user')
    const headers = await suite.seed.session(member.id)
    const readStatus = async () =>
      (await ask(suite.service.url, 'GET', '/api/me', { headers })).status
    expect(await readStatus()).toBe(200)
    expect(await run(member.email.toUpperCase(), true)).toBe(
      `The account ${member.email} is now disabled.\n`,
    )
    expect(await readStatus()).toBe(401)
    expect(await run(member.email, true)).toBe(`The account ${member.email} is already disabled.\n`)
    expect(await run(member.email, false)).toBe(`The account ${member.email} is now enabled.\n`)
    expect(await readStatus()).toBe(200)
    const logs = await suite.service.deps.store.db
      .selectFrom('admin_logs')
      .select(['initiator', 'previous_value', 'new_value'])
      .where('project_id', '=', suite.project.id)
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
