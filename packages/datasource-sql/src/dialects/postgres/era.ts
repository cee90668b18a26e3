import { yearText } from '@service/datasource-toolkit'
import { decodeInstant } from '../../codecs.js'

const DASH = 45
const LETTER_C = 67

/** A year of four digits after Christ. */
const hasFourDigitYear = (text: string): boolean =>
  text.charCodeAt(4) === DASH && text.charCodeAt(text.length - 1) !== LETTER_C

/** Decodes `0044-03-15 BC` as `-000043-03-15`: the year 1 BC is the year 0 of ISO 8601. */
export function decodeDay(cell: unknown): string {
  const text = cell as string
  return hasFourDigitYear(text) ? text : withIsoYear(text, rest => rest)
}

/** Decodes `0044-03-15 00:00:00+00 BC` as `-000043-03-15T00:00:00.000Z`. */
export function decodeMoment(cell: unknown): unknown {
  const text = cell as string
  if (hasFourDigitYear(text)) return decodeInstant(text)
  return withIsoYear(text, rest => String(decodeInstant(`2000${rest}`)).slice(4))
}

function withIsoYear(text: string, decodeRest: (rest: string) => string): string {
  const match = /^(\d{4,7})(-.*?)( BC)?$/.exec(text)
  if (!match) return text
  const [, year, rest = '', era] = match
  return yearText(era ? 1 - Number(year) : Number(year)) + decodeRest(rest)
}

/** Encodes `-000043-03-15` as `0044-03-15 BC`. */
export function encodeEra(text: string): string {
  const match = /^([+-]\d{6,7}|0000)(-.*)$/.exec(text)
  if (!match) return text
  const year = Number(match[1])
  return year > 0 ? `${year}${match[2]}` : `${String(1 - year).padStart(4, '0')}${match[2]} BC`
}
