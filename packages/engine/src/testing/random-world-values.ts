/** Values of columns and conditions: few, so that they often match. */
export const texts = ['a', 'B', 'ab', 'Ä', '', 'a%', null] as const

/** Around midnight in several time zones, and around a change to daylight saving time. */
export const dates = [
  '2024-03-30T23:30:00.000Z',
  '2024-03-31T00:59:00.000Z',
  '2024-03-31T22:00:00.000Z',
  '2024-04-01T00:00:00.000Z',
  null,
] as const

export const operands: Readonly<Record<string, readonly unknown[]>> = {
  String: texts,
  Number: [-1, 0, 1, 2, 3, 5, null],
  Date: dates,
}

/** Plain words; the rest of the search syntax is tested with its parser. */
export const searches = ['a', 'b', 'AB', 'Ä', '2', 'zz'] as const
