import type { ColumnType } from '../../column-types.js'
import { textValues } from '../contract/samples.js'
import type { NumberKind, TestColumn } from '../tables.js'
import type { Random } from './random.js'

/** Zones with offset changes of an hour, of half an hour, with odd offsets, and without changes. */
export const randomZones = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
] as const

/** Instants at which those zones change their offset, and ends of years, quarters and weeks. */
const turns = [
  '2024-03-31T01:00:00.000Z',
  '2024-10-27T01:00:00.000Z',
  '2024-03-10T07:00:00.000Z',
  '2024-11-03T06:00:00.000Z',
  '2018-11-04T03:00:00.000Z',
  '2019-02-17T02:00:00.000Z',
  '2024-04-06T15:00:00.000Z',
  '2024-10-05T15:30:00.000Z',
  '2024-01-01T00:00:00.000Z',
  '2024-06-30T18:30:00.000Z',
  '2024-09-30T22:00:00.000Z',
  '2024-12-30T05:00:00.000Z',
].map(Date.parse)

const hour = 3_600_000
const day = 24 * hour

/** Returns instants mostly near those above, where zones and periods matter. */
export function randomInstant(random: Random): Date {
  const around = random.pick(turns)
  const shift = random.pick([0, -1, 1, -hour, hour, random.between(-48, 48) * (hour / 2)])
  const far = random.chance(0.2) ? random.between(-400, 400) * day : 0
  return new Date(around + shift + far)
}

function randomDateText(random: Random, { isPrecise = false }: TestColumn): string {
  const text = randomInstant(random).toISOString()
  return isPrecise && random.chance(0.2)
    ? `${text.slice(0, -1)}${random.pick(['001', '500', '999'])}Z`
    : text
}

const pieces = ['a', 'b', 'A', 'é', 'ß', '日', '😀', '%', '_', '\\', "'", '"', ' ', '0', '\n', '`']

function randomText(random: Random): string {
  if (random.chance(0.6)) return random.pick(textValues)
  return Array.from({ length: random.between(0, 5) }, () => random.pick(pieces)).join('')
}

/** Decimals and doubles are multiples of a quarter, so that every database adds them exactly. */
const numbers: Readonly<Record<NumberKind, (random: Random) => unknown>> = {
  integer: random => random.pick([0, 1, -1, 2, 3, 2147483647, random.between(-50, 50)]),
  bigint: random =>
    random.pick<unknown>([0, 7, 9007199254740991, '9007199254740993', '-9007199254740995']),
  decimal: random => random.between(-400, 400) / 4,
  double: random => random.pick([0, 0.5, -0.25, 1e6, random.between(-4000, 4000) / 4]),
}

/** A value of a column, never null. */
export function randomValue(random: Random, column: TestColumn): unknown {
  if (Array.isArray(column.type)) {
    const element = { ...column, type: column.type[0] as ColumnType }
    return Array.from({ length: random.between(0, 3) }, () => randomValue(random, element))
  }
  const make = values[column.type as keyof typeof values]
  if (!make) throw new Error(`There are no random values of type ${JSON.stringify(column.type)}.`)
  return make(random, column)
}

const values = {
  Binary: (random: Random) =>
    new Uint8Array(Array.from({ length: random.between(0, 3) }, () => random.pick([0, 65, 255]))),
  Boolean: (random: Random) => random.chance(0.5),
  Date: randomDateText,
  Dateonly: (random: Random) => randomInstant(random).toISOString().slice(0, 10),
  Enum: (random: Random, column: TestColumn) => random.pick(column.enumValues ?? []),
  Json: (random: Random) =>
    random.pick<unknown>([{ a: 1 }, { a: [true, null], 'b "c"': 'é' }, [], 'text', 0.5, false]),
  Number: (random: Random, column: TestColumn) => numbers[column.number ?? 'integer'](random),
  String: randomText,
  Time: (random: Random) =>
    random.pick(['00:00:00', '09:30:00', '12:00:00.25', '23:59:59', '23:59:59.999999']),
  Uuid: (random: Random) => `00000000-0000-4000-8000-00000000000${random.between(0, 5)}`,
}
