import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OAuthClient } from '../port/mcp-port.js'
import type { InProcessConsent } from './in-process-oauth.js'
import { createInProcessService } from './in-process-service.js'
import type { InProcessService } from './options.js'

const codeVerifier = 'a verifier that only one client knows, long enough'
const redirectUri = 'https://notebook.example.com/callback'
const resource = 'https://agent.example.com/mcp'

let service: InProcessService
let client: OAuthClient

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  service = createInProcessService({
    users: [
      { id: 1, email: 'ada@example.com', roleId: 1 },
      { id: 2, email: 'bob@example.com', roleId: 1, teams: [2] },
    ],
    teams: [
      { id: 1, name: 'Operations' },
      { id: 2, name: 'Sales', renderingId: 20 },
    ],
    rights: { orders: true },
    signInUrl: 'https://service.example.com/sign-in',
    agentUrl: 'https://agent.example.com',
  })
  client = service.mcp.registerClient({ clientName: 'Notebook', redirectUris: [redirectUri] })
})

afterEach(() => {
  vi.useRealTimers()
})

const addressFor = (scopes: readonly string[] = []) =>
  service.mcp.authorizationUrl({
    clientId: client.clientId,
    redirectUri,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    scopes,
    resource,
    state: 'a state',
  })

const codeFor = async (userId = 1, consent?: InProcessConsent, scopes?: readonly string[]) =>
  service.mcp.grantCode(userId, await addressFor(scopes), consent)

const exchange = (code: string, difference: object = {}) =>
  service.mcp.exchangeCode({
    clientId: client.clientId,
    code,
    codeVerifier,
    redirectUri,
    ...difference,
  })

const readRefusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { status: number; code: string }) => `${error.status} ${error.code}`,
  )

describe('a client', () => {
  it('is known by the id it got, and told where to register and to ask', async () => {
    expect(await service.mcp.findClient(client.clientId)).toEqual(client)
    expect(await service.mcp.findClient('another')).toBeUndefined()
    expect(await service.mcp.registrationUrl()).toBe('https://service.example.com/oauth/register')
    expect(await service.mcp.agentUrl()).toBe('https://agent.example.com')
    expect(Object.fromEntries(new URL(await addressFor(['mcp:read'])).searchParams)).toMatchObject({
      client_id: client.clientId,
      scope: 'mcp:read',
      state: 'a state',
      resource,
    })
  })
})

describe('a code', () => {
  it('becomes a grant for what was asked, in the first rendering of the person', async () => {
    expect(await exchange(await codeFor(2, undefined, ['mcp:read']))).toMatchObject({
      userId: 2,
      renderingId: 20,
      scopes: ['mcp:read'],
      resource,
      expiresIn: 3600,
      refreshExpiresIn: 691_200,
    })
    expect(await exchange(await codeFor())).toMatchObject({
      renderingId: 1,
      scopes: ['mcp:read', 'mcp:write', 'mcp:action'],
    })
  })

  it('becomes a grant for what the person chose, and never for more', async () => {
    const consent = { scopes: ['mcp:read'], renderingId: 20 }
    expect(await exchange(await codeFor(1, consent))).toMatchObject(consent)
    await expect(codeFor(1, { scopes: ['mcp:admin'] })).rejects.toThrow(/mcp:admin/)
    await expect(codeFor(2, { renderingId: 1 })).rejects.toThrow(/rendering/)
    await expect(codeFor(9)).rejects.toThrow(/User 9/)
  })

  it('works once: the second use ends the grant', async () => {
    const code = await codeFor()
    const { grantId } = await exchange(code)
    expect(service.mcp.hasEnded(grantId)).toBe(false)
    expect(await readRefusal(exchange(code))).toBe('400 invalid_grant')
    expect(service.mcp.hasEnded(grantId)).toBe(true)
  })

  it.each([
    { codeVerifier: 'another verifier' },
    { clientId: 'another client' },
    { redirectUri: 'https://elsewhere.example.com/callback' },
    { redirectUri: undefined },
    { code: 'guess' },
  ])('is refused with %o', async difference => {
    expect(await readRefusal(exchange(await codeFor(), difference))).toBe('400 invalid_grant')
  })

  it('is refused after a minute', async () => {
    const code = await codeFor()
    vi.advanceTimersByTime(60_000)
    expect(await readRefusal(exchange(code))).toBe('400 invalid_grant')
  })
})

describe('a refresh token', () => {
  const refresh = (token: string, scopes?: readonly string[]) =>
    service.mcp.refresh(client.clientId, token, scopes)

  it('works once, and gives the next one of the same grant', async () => {
    const first = await exchange(await codeFor())
    const second = await refresh(first.refreshToken)
    expect(second.grantId).toBe(first.grantId)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await refresh(second.refreshToken)).scopes).toEqual(first.scopes)
  })

  it('that was used before ends the grant, the newest token with it', async () => {
    const first = await exchange(await codeFor())
    const second = await refresh(first.refreshToken)
    const third = await refresh(second.refreshToken)
    expect(await readRefusal(refresh(first.refreshToken))).toBe('400 invalid_grant')
    expect(service.mcp.hasEnded(first.grantId)).toBe(true)
    expect(await readRefusal(refresh(third.refreshToken))).toBe('400 invalid_grant')
  })

  it('whose answer was lost gives the same next one again, within a minute', async () => {
    const first = await exchange(await codeFor())
    const second = await refresh(first.refreshToken)
    vi.advanceTimersByTime(59_000)
    expect(await refresh(first.refreshToken)).toEqual(second)
    const third = await refresh(second.refreshToken)
    vi.advanceTimersByTime(60_000)
    expect(await readRefusal(refresh(second.refreshToken))).toBe('400 invalid_grant')
    expect(await readRefusal(refresh(third.refreshToken))).toBe('400 invalid_grant')
  })

  it('is given again ten times at most', async () => {
    const { refreshToken } = await exchange(await codeFor())
    for (let i = 0; i <= 10; i++) await refresh(refreshToken)
    expect(await readRefusal(refresh(refreshToken))).toBe('400 invalid_grant')
  })

  it('that was made up, or brought by another client, ends nothing', async () => {
    const { grantId, refreshToken } = await exchange(await codeFor())
    expect(await readRefusal(refresh(`${grantId}.0.guess`))).toBe('400 invalid_grant')
    expect(await readRefusal(service.mcp.refresh('another', refreshToken))).toBe(
      '400 invalid_grant',
    )
    expect(await readRefusal(refresh(refreshToken))).toBe('accepted')
  })

  it('gives fewer scopes when they are asked for, and never more than were granted', async () => {
    const first = await exchange(await codeFor(1, { scopes: ['mcp:read', 'mcp:write'] }))
    const second = await refresh(first.refreshToken, ['mcp:read'])
    expect(second.scopes).toEqual(['mcp:read'])
    expect(await readRefusal(refresh(second.refreshToken, ['mcp:action']))).toBe(
      '400 invalid_scope',
    )
    expect((await refresh(second.refreshToken)).scopes).toEqual(['mcp:read', 'mcp:write'])
  })

  it('ends after eight days without a refresh', async () => {
    const { refreshToken } = await exchange(await codeFor())
    vi.advanceTimersByTime(691_200_000)
    expect(await readRefusal(refresh(refreshToken))).toBe('400 invalid_grant')
  })
})

describe('a grant', () => {
  it.each<[string, (grantId: string) => unknown]>([
    ['it is revoked', grantId => service.mcp.revoke(grantId)],
    ['the person is removed', () => service.removeUser(1)],
    [
      'the person leaves the team',
      () => service.setUser({ id: 1, email: 'ada@example.com', roleId: 1, teams: [2] }),
    ],
  ])('ends at once when %s', async (_, happen) => {
    const { grantId } = await exchange(await codeFor())
    expect(service.mcp.hasEnded(grantId)).toBe(false)
    await happen(grantId)
    expect(service.mcp.hasEnded(grantId)).toBe(true)
  })
})

describe('requestApproval', () => {
  const request = {
    userId: 2,
    renderingId: 20,
    collection: 'orders',
    action: 'Refund',
    recordIds: ['1'],
    inputs: [],
  }

  it('keeps what waits for approval, under an id of its own', async () => {
    const id = await service.mcp.requestApproval(request)
    expect(service.mcp.approvalRequests).toEqual([{ ...request, id }])
    expect(await service.mcp.requestApproval(request)).not.toBe(id)
  })

  it('refuses somebody who is not in the rendering', async () => {
    const refusal = await readRefusal(service.mcp.requestApproval({ ...request, renderingId: 1 }))
    expect(refusal).toBe('403 forbidden')
    expect(service.mcp.approvalRequests).toEqual([])
  })
})
