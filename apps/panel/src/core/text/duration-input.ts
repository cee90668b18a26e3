import { canonicalNumber } from '@service/datasource-toolkit'
import { type ExactNumber, isExactNumber } from './number-input.js'

const lengths: readonly (readonly [unit: string, milliseconds: bigint])[] = [
  ['d', 86_400_000n],
  ['h', 3_600_000n],
  ['min', 60_000n],
  ['s', 1_000n],
  ['ms', 1n],
]

const names: Readonly<Record<string, string>> = {
  d: 'd',
  day: 'd',
  days: 'd',
  h: 'h',
  hour: 'h',
  hours: 'h',
  hr: 'h',
  m: 'min',
  min: 'min',
  mins: 'min',
  minute: 'min',
  minutes: 'min',
  s: 's',
  sec: 's',
  second: 's',
  seconds: 's',
  ms: 'ms',
}

/**
 * Formats a duration with all its units, so that it can be edited and read back exactly. A number
 * that is no whole number of milliseconds stays a number.
 *
 * @example
 * formatDurationInput(93_784) // '1 d 2 h 3 min 4 s'
 */
export function formatDurationInput(value: ExactNumber, unit: 's' | 'ms' = 's'): string {
  const whole = isExactNumber(value) ? readMilliseconds(value, unit) : undefined
  if (whole === undefined) return String(value)
  if (whole === 0n) return `0 ${unit}`
  let rest = whole < 0n ? -whole : whole
  const parts = lengths.flatMap(([name, length]) => {
    const count = rest / length
    rest %= length
    return count === 0n ? [] : [`${count} ${name}`]
  })
  return `${whole < 0n ? '-' : ''}${parts.join(' ')}`
}

function readMilliseconds(value: ExactNumber, unit: 's' | 'ms'): bigint | undefined {
  const milliseconds = canonicalNumber(`${value}`)
  const text = unit === 's' ? shiftText(milliseconds, 3) : String(milliseconds)
  return text !== undefined && /^-?\d{1,30}$/.test(text) ? BigInt(text) : undefined
}

function shiftText(value: ExactNumber | undefined, places: number): string | undefined {
  const shifted = value === undefined ? undefined : canonicalNumber(`${value}e${places}`)
  return shifted === undefined ? undefined : String(shifted)
}

/**
 * Reads a duration as people type it: `90`, `1:30`, `1:30:00`, `2 h 5 min`, `1.5 hours`.
 *
 * @example
 * parseDurationText('2 h 5 min') // 7500
 */
export function parseDurationText(text: string, unit: 's' | 'ms' = 's'): ExactNumber | undefined {
  const plain = text.trim().toLowerCase()
  const sign = plain.startsWith('-') ? -1 : 1
  const length = plain.replace(/^[+-]\s?/, '')
  if (/^\d+(?:\.\d+)?$/.test(length)) return canonicalNumber(sign < 0 ? `-${length}` : length)
  const milliseconds = readClock(length) ?? readUnits(length)
  if (milliseconds === undefined) return undefined
  return canonicalNumber(`${sign * milliseconds}e${unit === 's' ? -3 : 0}`)
}

/** `1:30` is an hour and a half, as `1:30:00` is. */
function readClock(text: string): number | undefined {
  const match = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  if (!match) return undefined
  const [, hours, minutes, seconds = '0'] = match
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}

function readUnits(text: string): number | undefined {
  const words = text.match(/\d+(?:\.\d+)?|[a-z]+|\S/g) ?? []
  if (words.length === 0 || words.length % 2 === 1) return undefined
  let sum = 0
  for (let at = 0; at < words.length; at += 2) {
    const name = Object.hasOwn(names, words[at + 1]!) ? names[words[at + 1]!] : undefined
    const length = lengths.find(([unit]) => unit === name)?.[1]
    const count = Number(words[at])
    if (length === undefined || Number.isNaN(count)) return undefined
    sum += count * Number(length)
  }
  return Number.isSafeInteger(Math.round(sum)) ? Math.round(sum) : undefined
}
