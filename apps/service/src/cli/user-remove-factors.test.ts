import { describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { captureIo } from '../testing/capture-io.js'
import { useTestProject } from '../testing/use-test-project.js'
import { userRemoveFactors } from './user-remove-factors.js'

const url = inject('postgresUrl')

// The command opens the store a second time, which an embedded one does not allow.
describe.skipIf(!url)('backoffice user remove-factors', () => {
  const suite = useTestProject()

  const run = async (email: string) => {
    const io = captureIo({ [variableNames.databaseUrl]: suite.service.config.databaseUrl })
    await userRemoveFactors(email, {}, io)
    return io.written.output
  }

  it('removes the second factors of an account, and says so in the admin log', async () => {
    const member = await suite.seed.member(suite.project, 'user')
    const { db } = suite.service.deps.store
    await db
      .insertInto('totp_keys')
      .values({
        user_id: member.id,
        encrypted_key: 'x',
        confirmed_at: '2026-01-01T00:00:00.000000Z',
      })
      .execute()
    expect(await run(member.email.toUpperCase())).toBe(
      `The account ${member.email} has no second factor now. Its password remains.\n`,
    )
    expect(await db.selectFrom('totp_keys').selectAll().execute()).toEqual([])
    const logs = await db
      .selectFrom('admin_logs')
      .select(['initiator', 'type', 'previous_value'])
      .where('resource', '=', 'two-factors')
      .execute()
    expect(logs).toMatchObject([
      { initiator: 'service', type: 'remove', previous_value: { user: { email: member.email } } },
    ])
    await expect(run(member.email)).rejects.toThrow('The person has no second factor.')
    await expect(run('nobody@example.com')).rejects.toThrow('There is no account')
  })
})
