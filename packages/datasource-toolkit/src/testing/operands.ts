import type { ColumnType } from '../column-types.js'
import { getOperandKind } from '../operator-table.js'
import type { Operator } from '../operators.js'

const likePatterns = [
  'a%',
  'A%',
  '%a',
  '%b%',
  '_',
  '__',
  'a_c',
  '%',
  '',
  '50\\%',
  '50\\_',
  '50_',
  '%\\\\%',
  '%😀%',
  '_😀_',
  '日%',
  "%'%",
  '.%',
  '%[a]%',
  'a|b',
]
/** What has a meaning in a regular expression must be found as it is. */
const regexTexts = ['.', '.*', '[a]', '(', '|', '^', '$']
const texts = [
  ...['a', 'A', '', '%', '_', '\\', '50%', 'bc', 'BC', '日本', '😀', 'ï', ' ', "'", '\n'],
  ...regexTexts,
]
const textOperators: ReadonlySet<Operator> = new Set([
  'Contains',
  'NotContains',
  'IContains',
  'NotIContains',
  'StartsWith',
  'EndsWith',
  'IStartsWith',
  'IEndsWith',
])

/** Returns operands to test for an operator on a column with these values. */
export function operandsFor(
  operator: Operator,
  columnType: ColumnType,
  values: readonly unknown[],
): readonly unknown[] {
  if (operator === 'Like' || operator === 'ILike') return likePatterns
  if (textOperators.has(operator)) return texts
  const known = values.filter(value => value !== null)
  switch (getOperandKind(operator)) {
    case 'none':
      return [undefined]
    case 'number':
      return operator.startsWith('PreviousX') ? [0, 1, 7, 400] : [0, 1, 2, 3, 26]
    case 'list':
      return buildLists(Array.isArray(columnType) ? known.flat() : known)
    case 'pattern':
      return ['/a/', '/^A$/i', '/^.$/su']
    case 'value':
      return operator === 'Equal' || operator === 'NotEqual' ? [...known, null] : known
  }
}

function buildLists(values: readonly unknown[]): readonly unknown[][] {
  const [first, second, third] = values
  if (first === undefined) return [[]]
  return [
    [],
    [first],
    [second ?? first, third ?? first],
    [first, null].filter(value => value !== undefined),
    [null],
    [...values],
  ]
}
