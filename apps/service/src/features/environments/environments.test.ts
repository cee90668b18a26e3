import { describe, expect, it } from 'vitest'
import { addMicroseconds } from '../../store/instant.js'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import type { TestService } from '../../testing/start-test-service.js'
import { useTestProject } from '../../testing/use-test-project.js'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const HOUR = 3_600_000_000

describe('environments', () => {
  const suite = useTestProject()

  const send = (method: string, path: string, body?: unknown) =>
    ask(suite.service.url, method, `/api/projects/${suite.project.id}/environments${path}`, {
      headers: suite.headers,
      body,
    })
  const lastLog = async () =>
    (await listAdminLogs(suite.service.deps.store, suite.project.id)).at(-1)
  /** Whether the agent API knows a secret. It refuses a stranger before it looks at the body. */
  const isKnown = async (secret: string) => {
    const agent = { 'service-secret-key': secret }
    const path = '/agent-api/activity-logs'
    return (await ask(suite.service.url, 'POST', path, { headers: agent })).status !== 401
  }

  it('are made with a secret that is shown once and works', async () => {
    const created = await send('POST', '', { name: 'Staging', kind: 'staging' })
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Staging',
        kind: 'staging',
        rights: 'enforced',
        ownerId: null,
        agentUrl: null,
        createdAt: expect.stringMatching(INSTANT),
        secrets: [{ createdAt: expect.stringMatching(INSTANT), expiresAt: null }],
        agent: expect.objectContaining({ state: 'never' }),
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    const { secret, ...shown } = created.body
    expect(await isKnown(secret)).toBe(true)
    expect(
      await isKnown(secret.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0'))),
    ).toBe(false)
    expect((await send('GET', `/${shown.id}`)).body).toEqual(shown)
    expect((await send('GET', '')).body.data.at(-1)).toEqual(shown)
    expect(await lastLog()).toEqual({
      type: 'add',
      resource: 'environment',
      by: suite.project.admin.id,
      previous: null,
      next: { object: 'environment', name: 'Staging', kind: 'staging' },
    })
  })

  it('keep no secret in the store, only its hash', async () => {
    const { body } = await send('POST', '', { name: 'Staging', kind: 'staging' })
    const { rows } = await sqlDump(suite.service)
    expect(rows.some(text => text.includes(body.secret))).toBe(false)
  })

  it('change name and kind, and log what changed', async () => {
    const id = suite.project.environment.id
    const renamed = await send('PATCH', `/${id}`, { name: ' Live ' })
    expect([renamed.status, renamed.body.name, renamed.body.kind]).toEqual([
      200,
      'Live',
      'production',
    ])
    expect(await lastLog()).toMatchObject({
      type: 'update',
      previous: { object: 'environment', name: 'Production' },
      next: { object: 'environment', name: 'Live' },
    })
    await send('PATCH', `/${id}`, { kind: 'staging' })
    expect(await lastLog()).toMatchObject({
      previous: { object: 'environment', name: 'Live', kind: 'production' },
      next: { object: 'environment', name: 'Live', kind: 'staging' },
    })
    const count = (await listAdminLogs(suite.service.deps.store, suite.project.id)).length
    await send('PATCH', `/${id}`, { kind: 'staging', name: 'Live' })
    expect(await listAdminLogs(suite.service.deps.store, suite.project.id)).toHaveLength(count)
  })

  it.each([
    [{}, "The body must have 'name', 'kind', 'agentUrl' or 'rights'."],
    [{ rights: 'closed' }, "'rights' must be one of 'enforced', 'open'."],
    [{ kind: 'live' }, "'kind' must be one of 'production', 'staging', 'development'."],
    [{ name: 'A', secret: 'x' }, "Unknown field 'secret'."],
    [{ name: '' }, "'name' must have 1 to 100 characters."],
  ])('refuse the change %j', async (change, message) => {
    const { status, body } = await send('PATCH', `/${suite.project.environment.id}`, change)
    expect([status, body]).toEqual([400, { code: 'invalid_body', message }])
  })

  it('know where their agent is, until somebody takes that back', async () => {
    const path = `/${suite.project.environment.id}`
    const given = await send('PATCH', path, { agentUrl: 'https://Admin.example.com/service/' })
    expect(given.body.agentUrl).toBe('https://admin.example.com/service')
    expect(await lastLog()).toMatchObject({
      type: 'update',
      previous: { object: 'environment', name: 'Production', agentUrl: null },
      next: { object: 'environment', name: 'Production', agentUrl: given.body.agentUrl },
    })
    expect((await send('PATCH', path, { name: 'Live' })).body).toMatchObject({
      name: 'Live',
      agentUrl: given.body.agentUrl,
    })
    expect((await send('PATCH', path, { agentUrl: null })).body.agentUrl).toBeNull()
  })

  it.each([
    'admin.example.com',
    'ftp://example.com',
    'https://user:secret@example.com',
    'https://example.com/?a=1',
    'https://example.com/#a',
    '',
    7,
  ])('refuse %j as the address of their agent', async agentUrl => {
    const { status, body } = await send('PATCH', `/${suite.project.environment.id}`, { agentUrl })
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.message).toMatch(/^'agentUrl' must be /)
  })

  it('cannot share a name within a project, but with one of another project', async () => {
    const other = await suite.seed.project()
    expect(other.environment.name).toBe(suite.project.environment.name)
    const taken = await send('POST', '', { name: 'Production', kind: 'production' })
    expect([taken.status, taken.body.code]).toEqual([409, 'environment_name_taken'])
    const { body } = await send('POST', '', { name: 'Two', kind: 'staging' })
    const renamed = await send('PATCH', `/${body.id}`, { name: 'Production' })
    expect([renamed.status, renamed.body.code]).toEqual([409, 'environment_name_taken'])
  })

  it('are gone with their secrets once deleted, and free their name', async () => {
    const { id, secret } = suite.project.environment
    expect(await isKnown(secret)).toBe(true)
    expect((await send('DELETE', `/${id}`)).status).toBe(204)
    expect(await lastLog()).toEqual({
      type: 'remove',
      resource: 'environment',
      by: suite.project.admin.id,
      previous: { object: 'environment', name: 'Production', kind: 'production' },
      next: null,
    })
    expect(await isKnown(secret)).toBe(false)
    expect((await send('GET', `/${id}`)).status).toBe(404)
    expect((await send('GET', '')).body).toEqual({ data: [] })
    const again = await send('POST', '', { name: 'Production', kind: 'production' })
    expect(again.status).toBe(201)
  })

  it('rotate their secret: both work during the overlap, then the new one alone', async () => {
    const { id, secret: former } = suite.project.environment
    const rotated = await send('POST', `/${id}/secret`, {})
    expect(rotated.status).toBe(201)
    const { secret, secrets } = rotated.body
    expect(secrets.map((one: { expiresAt: unknown }) => one.expiresAt === null)).toEqual([
      true,
      false,
    ])
    // The former ends 24 hours after the rotation, which is when the new one was made.
    const end = addMicroseconds(secrets[0].createdAt, 24 * HOUR)
    expect(secrets[1].expiresAt <= end).toBe(true)
    expect(secrets[1].expiresAt > addMicroseconds(end, -60_000_000)).toBe(true)
    expect([await isKnown(former), await isKnown(secret)]).toEqual([true, true])

    const log = await lastLog()
    expect(log).toMatchObject({
      type: 'update',
      resource: 'environment',
      previous: { name: 'Production', secrets: [{ expiresAt: null }] },
      next: { name: 'Production', secrets },
    })
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${secret}|${former}`))

    expect((await send('DELETE', `/${id}/secret/previous`)).status).toBe(204)
    expect([await isKnown(former), await isKnown(secret)]).toEqual([false, true])
    expect(await lastLog()).toMatchObject({
      previous: { secrets },
      next: { secrets: secrets.slice(0, 1) },
    })
    const count = (await listAdminLogs(suite.service.deps.store, suite.project.id)).length
    expect((await send('DELETE', `/${id}/secret/previous`)).status).toBe(204)
    expect(await listAdminLogs(suite.service.deps.store, suite.project.id)).toHaveLength(count)
  })

  it('end the former secret at once when there is no overlap', async () => {
    const { id, secret: former } = suite.project.environment
    const { body } = await send('POST', `/${id}/secret`, { overlapHours: 0 })
    expect(body.secrets).toHaveLength(1)
    expect([await isKnown(former), await isKnown(body.secret)]).toEqual([false, true])
  })

  it('never prolong a secret that is ending', async () => {
    const { id, secret: first } = suite.project.environment
    const one = await send('POST', `/${id}/secret`, { overlapHours: 1 })
    const two = await send('POST', `/${id}/secret`, { overlapHours: 168 })
    expect(two.body.secrets).toHaveLength(3)
    expect(two.body.secrets[2]).toEqual(one.body.secrets[1])
    await suite.service.deps.store.db
      .updateTable('environment_secrets')
      .set({ expires_at: '2020-01-01T00:00:00.000000Z' })
      .where('environment_id', '=', id)
      .where('created_at', '=', two.body.secrets[2].createdAt)
      .execute()
    expect(await isKnown(first)).toBe(false)
    expect(await isKnown(one.body.secret)).toBe(true)
    expect((await send('GET', `/${id}`)).body.secrets).toHaveLength(2)
  })

  it.each([-1, 169, 1.5, '24', null])('refuse an overlap of %j hours', async overlapHours => {
    const { id, secret } = suite.project.environment
    const { status, body } = await send('POST', `/${id}/secret`, { overlapHours })
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.message).toMatch(/^'overlapHours' must be /)
    expect(await isKnown(secret)).toBe(true)
  })

  it('keep exactly one lasting secret when rotated by many at once', async () => {
    const { id } = suite.project.environment
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send('POST', `/${id}/secret`, {})),
    )
    expect(answers.map(answer => answer.status)).toEqual(Array(6).fill(201))
    const { secrets } = (await send('GET', `/${id}`)).body
    expect(secrets).toHaveLength(7)
    expect(secrets.filter((one: { expiresAt: unknown }) => one.expiresAt === null)).toHaveLength(1)
  })
})

/** Every row that could hold a secret of an environment, as text. */
async function sqlDump({ deps }: TestService): Promise<{ rows: string[] }> {
  const tables = ['environments', 'environment_secrets', 'admin_logs'] as const
  const all = await Promise.all(
    tables.map(table => deps.store.db.selectFrom(table).selectAll().execute()),
  )
  return { rows: all.flat().map(row => JSON.stringify(row)) }
}
