import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatClock,
  formatDate,
  formatDateInput,
  formatDay,
  formatOffset,
  formatRelative,
  formatTime,
  formatUtc,
} from './format-date.js'
import { formatDuration } from './format-duration.js'
import {
  formatCount,
  formatMoney,
  formatNumber,
  formatPercentage,
  formatSize,
} from './format-number.js'
import { parseDateText, parseDayText, parseTimeText } from './parse-date-text.js'
import { addMonths, findInstant, readLocalTime, readOffset } from './zone.js'

/** Zones with all sorts of clock changes: half hours, at midnight, in the south, none at all. */
const zones = [
  'Europe/Paris',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Moscow',
  'Europe/Istanbul',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
]

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('dates in a zone', () => {
  it.each([
    ['2026-09-30T12:39:00.000Z', 'Europe/Paris', '30 Sep 2026, 14:39'],
    ['2026-09-30T22:39:00.000Z', 'Europe/Paris', '1 Oct 2026, 00:39'],
    ['2026-01-01T03:00:00.000Z', 'America/New_York', '31 Dec 2025, 22:00'],
    ['2026-01-01T00:00:00.000123Z', 'Asia/Kathmandu', '1 Jan 2026, 05:45'],
  ])('%s in %s is %s', (value, zone, text) => {
    expect(formatDate(value, { zone, language: 'en' })).toBe(text)
  })

  it.each([
    'infinity',
    '-infinity',
    '-000043-03-15T00:00:00.000Z',
    '0000-00-00',
    '2024-00-00 00:00:00',
    'x',
    '',
  ])('%j is shown as it is', value => {
    expect(formatDate(value, { zone: 'Europe/Paris', language: 'en' })).toBe(value)
    expect(formatRelative(value, new Date(), 'en')).toBe(value)
    expect(formatUtc(value)).toBe(value)
    expect(formatDay(value, 'en')).toBe(value)
    expect(formatDateInput(value, 'Europe/Paris')).toBe(value)
  })

  it('days have no zone', () => {
    expect(formatDay('2026-09-30', 'en')).toBe('30 Sep 2026')
    expect(formatDay('2024-02-30', 'en')).toBe('2024-02-30')
    expect(formatDay('2026-09-30', 'fr')).toBe('30 sept. 2026')
    expect(formatDay('0033-04-03', 'en')).toBe('3 Apr 33')
  })

  it('times, UTC and offsets', () => {
    expect(formatClock(new Date('2026-09-30T22:09:00Z'), 'Europe/Paris')).toBe('00:09')
    expect(formatTime('14:39:00')).toBe('14:39')
    expect(formatTime('14:39:05.5')).toBe('14:39:05.5')
    expect(formatUtc('2026-09-30T12:39:00.000Z')).toBe('2026-09-30 12:39:00 UTC')
    expect(formatOffset(-12_600_000)).toBe('-03:30')
    expect(formatOffset(561_000)).toBe('+00:09:21')
  })

  it('relative', () => {
    const now = new Date('2026-09-30T12:00:00Z')
    expect(formatRelative('2026-09-30T10:00:00.000Z', now, 'en')).toBe('2 hours ago')
    expect(formatRelative('2026-10-01T12:00:00.000Z', now, 'en')).toBe('tomorrow')
    expect(formatRelative('2026-09-30T11:59:30.000Z', now, 'en')).toBe('now')
    expect(formatRelative('2020-09-30T12:00:00.000Z', now, 'en')).toBe('5 years ago')
    expect(formatRelative('2026-09-30T10:00:00.000Z', now, 'fr')).toBe('il y a 2 heures')
  })
})

describe('dates that people type', () => {
  // A Thursday, 12:00 in Paris.
  const typed = { now: new Date('2026-10-01T10:00:00.000Z'), zone: 'Europe/Paris', language: 'en' }

  it.each([
    ['2026-10-01T09:00:00.000Z', '2026-10-01T09:00:00.000Z'],
    ['2026-10-01T09:00:00+05:30', '2026-10-01T03:30:00.000Z'],
    ['2026-10-01 09:00', '2026-10-01T07:00:00.000Z'],
    ['2026-10-01', '2026-09-30T22:00:00.000Z'],
    ['2026-10-01 09:00:01.123456', '2026-10-01T07:00:01.123456Z'],
    ['tomorrow 9:00', '2026-10-02T07:00:00.000Z'],
    ['Tomorrow at 9pm', '2026-10-02T19:00:00.000Z'],
    ['yesterday', '2026-09-29T22:00:00.000Z'],
    ['today noon', '2026-10-01T10:00:00.000Z'],
    ['now', '2026-10-01T10:00:00.000Z'],
    ['9:30', '2026-10-01T07:30:00.000Z'],
    ['12am', '2026-09-30T22:00:00.000Z'],
    ['in 2 hours', '2026-10-01T12:00:00.000Z'],
    ['30 min ago', '2026-10-01T09:30:00.000Z'],
    ['in 3 days 8:00', '2026-10-04T06:00:00.000Z'],
    ['a week ago', '2026-09-23T22:00:00.000Z'],
    ['in 1 month', '2026-10-31T23:00:00.000Z'],
    ['friday 10:00', '2026-10-02T08:00:00.000Z'],
    ['thursday', '2026-09-30T22:00:00.000Z'],
    ['next thu', '2026-10-07T22:00:00.000Z'],
    ['last thursday', '2026-09-23T22:00:00.000Z'],
    ['24 dec 18:00', '2026-12-24T17:00:00.000Z'],
    ['Dec 24, 2027 6pm', '2027-12-24T17:00:00.000Z'],
    // The clocks skip 2:30 on this day, and show it twice on the other.
    ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 02:30 +01:00', '2026-10-25T01:30:00.000Z'],
  ])('%s', (text, instant) => {
    expect(parseDateText(text, typed)).toBe(instant)
  })

  it.each([
    '',
    'x',
    '2026-02-30',
    '2026-13-01',
    '25:00',
    '13pm',
    '0am',
    '9',
    'sometime',
    '99 oct',
    'in days',
  ])('%j is not understood', text => {
    expect(parseDateText(text, typed)).toBeUndefined()
  })

  it('days', () => {
    expect(parseDayText('tomorrow', typed)).toBe('2026-10-02')
    expect(parseDayText('2026-2-3', typed)).toBe('2026-02-03')
    expect(parseDayText('next year', typed)).toBe('2027-10-01')
    expect(parseDayText('29 feb 2027', typed)).toBeUndefined()
    expect(parseDayText('noon', typed)).toBeUndefined()
    expect(parseDayText('99999 years ago', typed)).toBeUndefined()
    expect(parseDayText('in 99999 years', typed)).toBeUndefined()
  })

  it('times', () => {
    expect(['9', '9:30', '9pm', '21:15:30', '12 am', 'midnight'].map(parseTimeText)).toEqual([
      '09:00:00',
      '09:30:00',
      '21:00:00',
      '21:15:30',
      '00:00:00',
      '00:00:00',
    ])
    expect(parseTimeText('24:00')).toBeUndefined()
  })

  it('a month later than the 31st is the last of the month', () => {
    const local = readLocalTime(new Date('2026-01-31T12:00:00Z'), 'UTC')
    expect(addMonths(local, 1)).toMatchObject({ month: 2, day: 28 })
    expect(addMonths(local, -2)).toMatchObject({ year: 2025, month: 11, day: 30 })
  })

  it('never fail, whatever is typed', () => {
    const word = fc.constantFrom(
      'in',
      'next',
      'last',
      '3',
      'days',
      'monday',
      'oct',
      '9:00',
      '-',
      'ago',
      'at',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), words => {
        const instant = parseDateText(words.join(' '), typed)
        if (instant !== undefined) expect(new Date(instant).getTime()).not.toBeNaN()
      }),
    )
  })
})

describe.each(zones)('through the clock changes of %s', zone => {
  /** Instants of 1970 to 2037, half of them within a day of a clock change. */
  const changes = findChanges(zone)
  const day = 86_400_000
  const anywhere = fc.integer({ min: 0, max: Date.UTC(2037, 0) })
  const near =
    changes.length === 0
      ? anywhere
      : fc
          .tuple(fc.constantFrom(...changes), fc.integer({ min: -day, max: day }))
          .map(([change, distance]) => change + distance)
  const instant = fc.oneof(anywhere, near).map(each => new Date(each))

  it('what is shown for editing is read back as the same instant', () => {
    fc.assert(
      fc.property(instant, instant, (date, now) => {
        const text = formatDateInput(date.toISOString(), zone)
        expect(parseDateText(text, { now, zone, language: 'en' })).toBe(date.toISOString())
      }),
    )
  })

  it('"tomorrow 9:00" is at nine on the next day, or right after nine was skipped', () => {
    fc.assert(
      fc.property(instant, now => {
        const found = parseDateText('tomorrow 9:00', { now, zone, language: 'en' })
        const today = readLocalTime(now, zone)
        const next = new Date(Date.UTC(today.year, today.month - 1, today.day + 1, 9))
        const shown = readLocalTime(new Date(found!), zone)
        const local = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute)
        const skipped = local - next.getTime()
        expect(skipped).toBeGreaterThanOrEqual(0)
        if (skipped > 0) {
          const before = new Date(found!).getTime() - skipped
          expect(readOffset(before, zone)).toBeLessThan(
            readOffset(new Date(found!).getTime(), zone),
          )
        }
      }),
    )
  })

  it('the clock and the instant belong together', () => {
    fc.assert(
      fc.property(instant, date => {
        const local = readLocalTime(date, zone)
        const found = findInstant(local, zone)
        expect(readLocalTime(found, zone)).toEqual(local)
        expect(found.getTime()).toBeLessThanOrEqual(date.getTime())
      }),
    )
  })
})

function findChanges(zone: string): number[] {
  const step = 7 * 86_400_000
  const changes: number[] = []
  for (let week = 0; week < Date.UTC(2037, 0); week += step) {
    let [low, high] = [week, week + step]
    if (readOffset(low, zone) === readOffset(high, zone)) continue
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2)
      if (readOffset(middle, zone) === readOffset(low, zone)) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes
}

describe('numbers', () => {
  it.each([
    [1848.82, '1,848.82'],
    ['12345678901234567890.12345', '12,345,678,901,234,567,890.12345'],
    ['1'.repeat(40), `1,${'111,'.repeat(12)}111`],
    ['NaN', 'NaN'],
    ['-Infinity', '-Infinity'],
    ['abc', 'abc'],
    [-0.1, '-0.1'],
  ])('%s is %s', (value, text) => {
    expect(formatNumber(value, 'en')).toBe(text)
  })

  it.each([
    [1848.82, 'EUR', 'Unit', '1,848.82 €'],
    [12, 'EUR', 'Unit', '12.00 €'],
    [184882, 'EUR', 'Cents', '1,848.82 €'],
    [5, 'USD', 'Cents', '0.05 $'],
    ['-5', 'USD', 'Cents', '-0.05 $'],
    [1500, 'JPY', 'Cents', '1,500 ¥'],
    ['12345678901234567890', 'EUR', 'Cents', '123,456,789,012,345,678.90 €'],
    [12, 'DOGECOIN', 'Unit', '12.00 DOGECOIN'],
    [12, null, 'Unit', '12.00'],
    ['NaN', 'EUR', 'Cents', 'NaN €'],
  ] as const)('%s %s in %s is %s', (value, currency, base, text) => {
    expect(plain(formatMoney(value, currency, { base, language: 'en' }))).toBe(text)
  })

  it('percentages', () => {
    expect(plain(formatPercentage(12.5, false, 'en'))).toBe('12.5 %')
    expect(plain(formatPercentage(0.2, true, 'en'))).toBe('20 %')
    expect(formatPercentage('NaN', false, 'en')).toBe('NaN')
  })

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1500, '1.5 kB'],
    [12_300, '12 kB'],
    [5_000_000, '5 MB'],
    [1e21, '1,000,000 PB'],
  ])('%s bytes are %s', (bytes, text) => {
    expect(plain(formatSize(bytes, 'en'))).toBe(text)
  })

  it('counts', () => {
    expect(formatCount({ count: 2000, isEstimated: false }, 'en')).toBe('2,000')
    expect(formatCount({ count: 2000, isEstimated: true }, 'en')).toBe('~2,000')
    expect(plain(formatCount({ count: 1_000_000, isEstimated: true }, 'en'))).toBe('~1.0 M')
    expect(plain(formatCount({ count: 2_340_000_000, isEstimated: true }, 'en'))).toBe('~2.3 G')
  })

  it.each([
    [7500, 's', '2 h 5 min'],
    [86_400, 's', '1 d'],
    [59.97, 's', '1 min'],
    [12.34, 's', '12.3 s'],
    [350, 'ms', '350 ms'],
    [-90, 's', '-1 min 30 s'],
    ['P1DT2H', 's', '1 d 2 h'],
    ['P1Y2M', 's', '1 y 2 mo'],
    ['PT0.5S', 's', '0.5 s'],
    ['P', 's', 'P'],
    ['x', 's', 'x'],
    ['', 's', ''],
  ] as const)('a duration of %s %s is %s', (value, unit, text) => {
    expect(plain(formatDuration(value, unit))).toBe(text)
  })
})
