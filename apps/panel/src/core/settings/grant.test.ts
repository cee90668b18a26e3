import { describe, expect, it } from 'vitest'
import { type Grant, readGrantState, readScopeName } from './grant.js'

const now = new Date('2026-11-17T12:00:00Z')
const grant = { endedAt: null, expiresAt: '2026-11-18T12:00:00.000000Z' } as Grant

describe('readGrantState', () => {
  it('tells grants in use from those that ended or ran out', () => {
    expect(readGrantState(grant, now)).toBe('active')
    expect(readGrantState({ ...grant, expiresAt: '2026-11-17T11:59:59.000000Z' }, now)).toBe(
      'expired',
    )
    expect(readGrantState({ ...grant, endedAt: '2026-11-17T11:00:00.000000Z' }, now)).toBe('ended')
  })
})

describe('readScopeName', () => {
  it('knows the scopes of the service and no others', () => {
    expect(readScopeName('mcp:write')).toBe('write')
    expect(readScopeName('mcp:other')).toBeUndefined()
  })
})
