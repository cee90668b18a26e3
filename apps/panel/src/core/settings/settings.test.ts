import { describe, expect, it } from 'vitest'
import { findRefusedField } from './find-refused-field.js'
import { computeExpiry, getTokenState } from './token-times.js'

const now = new Date('2026-01-01T12:00:00Z')

describe('getTokenState', () => {
  const state = (expiresAt: string | null, revokedAt: string | null = null) =>
    getTokenState({ expiresAt, revokedAt }, now)

  it('tells tokens that work from those that ended', () => {
    expect(state(null)).toBe('active')
    expect(state('2026-01-01T12:00:01Z')).toBe('active')
    expect(state('2026-01-01T12:00:00Z')).toBe('expired')
    expect(state('2027-01-01T00:00:00Z', '2025-01-01T00:00:00Z')).toBe('revoked')
  })
})

describe('computeExpiry', () => {
  it('counts days, or to the end of a day, or never', () => {
    expect(computeExpiry('30', '', now)).toBe('2026-01-31T12:00:00.000Z')
    expect(computeExpiry('never', '', now)).toBeUndefined()
    expect(computeExpiry('day', '2026-02-01', now)).toBe(
      new Date('2026-02-01T23:59:59.999').toISOString(),
    )
  })

  it('refuses days that are past or none', () => {
    expect(computeExpiry('day', '2025-12-30', now)).toBeNull()
    expect(computeExpiry('day', '', now)).toBeNull()
  })
})

describe('findRefusedField', () => {
  const fields = ['email', 'teamIds'] as const

  it('goes by the code first, then by the name in the message', () => {
    const find = (code: string, message: string) =>
      findRefusedField({ code, message }, { already_member: 'email' }, fields)
    expect(find('already_member', 'x')).toBe('email')
    expect(find('invalid_body', "'teamIds.0' must be a positive integer.")).toBe('teamIds')
    expect(find('invalid_body', "'other' is missing.")).toBeUndefined()
    expect(find('forbidden', 'No.')).toBeUndefined()
  })
})
