import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { isValidTimezone, localDay, offsetAt, startOfLocalDay, zoneOffsets } from './zone.js'

vi.setConfig({ testTimeout: 60_000 })

const zones = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
] as const

describe('isValidTimezone', () => {
  it.each(['UTC', 'Europe/Paris', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    'accepts %s',
    name => expect(isValidTimezone(name)).toBe(true),
  )
  it.each(['', 'Mars/Olympus', '+02:00', 'Europe/Paris; drop', "'", 'x'.repeat(500)])(
    'rejects %j',
    name => expect(isValidTimezone(name)).toBe(false),
  )
  it('is named in the error when it is used', () => {
    expect(() => offsetAt('Mars/Olympus', 0)).toThrow(/'Mars\/Olympus'.*IANA/)
  })
})

describe('zoneOffsets', () => {
  it('lists the offset at the start, then every change', () => {
    const offsets = zoneOffsets(
      'Australia/Lord_Howe',
      new Date('2024-01-01'),
      new Date('2025-01-01'),
    )
    expect(offsets).toEqual([
      { from: new Date('2024-01-01T00:00:00Z'), offsetSeconds: 39_600 },
      { from: new Date('2024-04-06T15:00:00Z'), offsetSeconds: 37_800 },
      { from: new Date('2024-10-05T15:30:00Z'), offsetSeconds: 39_600 },
    ])
  })

  it('leaves out changes at or after the end', () => {
    const change = new Date('2024-03-31T01:00:00Z')
    expect(zoneOffsets('Europe/Paris', new Date('2024-03-01'), change)).toHaveLength(1)
  })

  it('stays short and quick when the data holds a date that means never', () => {
    const started = Date.now()
    const offsets = zoneOffsets('Europe/Paris', new Date('0001-01-01'), new Date('9999-12-31'))
    expect(offsets.length).toBeLessThan(500)
    expect(offsets.at(-1)?.from.getUTCFullYear()).toBe(2100)
    expect(offsetAt('Europe/Paris', Date.parse('9999-12-31'))).toBe(3_600_000)
    expect(Date.now() - started).toBeLessThan(10_000)
  })

  it('gives the offset of every instant in between', () => {
    const from = new Date('1990-01-01')
    const to = new Date('2030-01-01')
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: from, max: to, noInvalidDate: true }),
        (zone, instant) => {
          const last = zoneOffsets(zone, from, to).findLast(offset => offset.from <= instant)
          expect((last?.offsetSeconds ?? Number.NaN) * 1000).toBe(offsetAt(zone, instant.getTime()))
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('startOfLocalDay', () => {
  it('is the change itself when midnight is skipped', () => {
    const start = startOfLocalDay('America/Sao_Paulo', Date.UTC(2018, 10, 4))
    expect(new Date(start).toISOString()).toBe('2018-11-04T03:00:00.000Z')
  })

  it('is the first of two midnights', () => {
    const start = startOfLocalDay('America/Havana', Date.UTC(2024, 10, 3))
    expect(new Date(start).toISOString()).toBe('2024-11-03T04:00:00.000Z')
  })

  it('is the first instant whose local day it is', () => {
    const days = fc.integer({ min: 8_000, max: 22_000 }).map(count => count * 86_400_000)
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, (zone, midnight) => {
        const start = startOfLocalDay(zone, midnight)
        expect(localDay(zone, start)).toBeGreaterThanOrEqual(midnight)
        expect(localDay(zone, start - 1)).toBeLessThan(midnight)
      }),
      { numRuns: 500 },
    )
  })
})
