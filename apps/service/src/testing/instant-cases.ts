import type { FilterCase } from './filter-case.js'

/** How an instant may be written, and which one that is, in UTC with nanoseconds. */
const spellings: readonly (readonly [text: string, meaning: string, raw?: string])[] = [
  ['2026-02-01T08:30:00.013700Z', '2026-02-01T08:30:00.013700000'],
  ['2026-02-01T08:30:00.0137Z', '2026-02-01T08:30:00.013700000'],
  ['2026-02-01T08:30:00,0137z', '2026-02-01T08:30:00.013700000'],
  ['2026-02-01T08:30:00.0137', '2026-02-01T08:30:00.013700000'],
  ['2026-02-01T08:30:00.0137001Z', '2026-02-01T08:30:00.013700100'],
  ['2026-02-01T08:30:00.01369999999999999999Z', '2026-02-01T08:30:00.013699999'],
  ['2026-02-01T08:30:00.0136990000000Z', '2026-02-01T08:30:00.013699000'],
  ['2026-02-01T10:30:00.0137+02:00', '2026-02-01T08:30:00.013700000'],
  [
    '2026-02-01T10:30:00.0137+02:00',
    '2026-02-01T08:30:00.013700000',
    '2026-02-01T10:30:00.0137+02:00',
  ],
  ['2026-02-01T10:30:00.0137+02', '2026-02-01T08:30:00.013700000'],
  ['2026-02-01T10:30:00.0137+0200', '2026-02-01T08:30:00.013700000'],
  ['2026-02-01T03:00:00.0137-05:30', '2026-02-01T08:30:00.013700000'],
  ['2026-02-01T08:30:00Z', '2026-02-01T08:30:00.000000000'],
  ['2026-02-01T08:30', '2026-02-01T08:30:00.000000000'],
  ['2026-02-01T08:30:59.5Z', '2026-02-01T08:30:59.500000000'],
  ['2026-02-01T08', '2026-02-01T08:00:00.000000000'],
  ['2026-02-01T09', '2026-02-01T09:00:00.000000000'],
  ['2026-01-31T24:00', '2026-02-01T00:00:00.000000000'],
  ['2026-02-01', '2026-02-01T00:00:00.000000000'],
  ['2026-02', '2026-02-01T00:00:00.000000000'],
  ['2026', '2026-01-01T00:00:00.000000000'],
  ['2027', '2027-01-01T00:00:00.000000000'],
  ['0000', '0000-01-01T00:00:00.000000000'],
  ['9999-12-31T23:59:59.9999999-12:00', '9999-12-31T23:59:59.999999900'],
  // Where the updates and archivings of the test's rows lie.
  ['2026-02-01T08:31:00.0137Z', '2026-02-01T08:31:00.013700000'],
  ['2026-02-01T08:32:00.0959Z', '2026-02-01T08:32:00.095900000'],
]

const comparisons: Readonly<Record<string, (row: bigint, value: bigint) => boolean>> = {
  eq: (row, value) => row === value,
  lt: (row, value) => row < value,
  lte: (row, value) => row <= value,
  gt: (row, value) => row > value,
  gte: (row, value) => row >= value,
}

/** Every spelling with every comparison of one instant of a row. */
export function instantCases<Row>(
  name: string,
  readInstant: (row: Row) => string | null | undefined,
): Record<string, FilterCase<Row>[]> {
  return Object.fromEntries(
    Object.entries(comparisons).map(([key, compare]) => [
      `${name}.${key}`,
      spellings.map(([text, meaning, raw]) => ({
        text,
        raw,
        matches: row => {
          const instant = readInstant(row)
          return typeof instant === 'string' && compare(nanoseconds(instant), nanoseconds(meaning))
        },
      })),
    ]),
  )
}

function nanoseconds(text: string): bigint {
  const fraction = text.slice(20).replace('Z', '').padEnd(9, '0')
  return BigInt(Date.parse(`${text.slice(0, 19)}Z`)) * 1_000_000n + BigInt(fraction)
}
