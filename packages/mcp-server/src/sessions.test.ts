import { createInProcessService } from '@service/service-client'
import { createSessionTokens } from '@service/tokens'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { McpSession } from './contracts.js'
import { createAgentSessions } from './sessions.js'

const secrets: [string] = ['an auth secret for tests, long enough']
const minute = 60_000

const service = createInProcessService({
  users: [
    { id: 7, email: 'ada@example.com', roleId: 1 },
    { id: 8, email: 'bob@example.com', roleId: 2 },
  ],
  roles: { 1: 'Clerk', 2: 'Head' },
  rights: true,
})
const renderingId = [...service.snapshot.renderings.keys()][0] ?? 0

const granted = (userId: number, roleId: number): McpSession => ({
  userId,
  renderingId,
  roleId,
  clientId: 'client',
  grantId: 'grant',
  scopes: new Set(['mcp:read']),
  expiresAt: Number.POSITIVE_INFINITY,
})

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2030-01-01T00:00:00Z'), toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

describe('createAgentSessions', () => {
  const issueSession = createAgentSessions(secrets, () => service.snapshot)

  it('makes a session of the agent for the person, in their team and role', async () => {
    const session = await createSessionTokens(secrets).verify(await issueSession(granted(7, 1)))
    expect(session).toMatchObject({ userId: 7, renderingId, roleId: 1, role: 'Clerk' })
  })

  it('uses one until shortly before it ends, a person each their own', async () => {
    const first = await issueSession(granted(7, 1))
    vi.setSystemTime(Date.now() + 58 * minute)
    expect(await issueSession(granted(7, 1))).toBe(first)
    expect(await issueSession(granted(8, 2))).not.toBe(first)
    vi.setSystemTime(Date.now() + 2 * minute)
    expect(await issueSession(granted(7, 1))).not.toBe(first)
  })

  it('answers 401 once the role is another one, until a client is let in with it', async () => {
    const { snapshot } = service
    const ada = snapshot.users.get(7)
    if (!ada) throw new Error('no such user')
    const promoted = { ...snapshot, users: new Map([[7, { ...ada, roleId: 2 }]]) }
    let current = snapshot
    const sessions = createAgentSessions(secrets, () => current)
    const before = await sessions(granted(7, 1))
    current = promoted
    await expect(sessions(granted(7, 1))).rejects.toMatchObject({
      status: 401,
      message: 'Your role has changed: connect again.',
    })
    const after = await sessions(granted(7, 2))
    expect(after).not.toBe(before)
    expect(await createSessionTokens(secrets).verify(after)).toMatchObject({ roleId: 2 })
  })

  it('answers 401 for somebody the service does not know any more', async () => {
    await issueSession(granted(7, 1))
    const sessions = createAgentSessions(secrets, () => ({
      ...service.snapshot,
      users: new Map(),
    }))
    await expect(sessions(granted(7, 1))).rejects.toMatchObject({ status: 401 })
  })
})
