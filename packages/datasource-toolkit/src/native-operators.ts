import type { Operator } from './operators.js'

const presence = ['Present', 'Missing'] as const
const equality = [...presence, 'Equal', 'NotEqual', 'In', 'NotIn'] as const
const comparison = [
  ...equality,
  'LessThan',
  'LessThanOrEqual',
  'GreaterThan',
  'GreaterThanOrEqual',
] as const
const text = [
  ...comparison,
  'Like',
  'ILike',
  'Contains',
  'NotContains',
  'IContains',
  'NotIContains',
  'StartsWith',
  'IStartsWith',
  'EndsWith',
  'IEndsWith',
  'LongerThan',
  'ShorterThan',
] as const
const list = [...presence, 'Equal', 'NotEqual', 'IncludesAll', 'IncludesNone'] as const

/**
 * The operators a data source declares for a column, by what its database can evaluate. The engine
 * derives the other operators from these.
 *
 * @example
 * const schema = { type: 'Number', operators: nativeOperators.comparison }
 */
export const nativeOperators: Readonly<
  Record<'presence' | 'equality' | 'comparison' | 'text' | 'list', ReadonlySet<Operator>>
> = {
  presence: new Set(presence),
  equality: new Set(equality),
  comparison: new Set(comparison),
  text: new Set(text),
  list: new Set(list),
}
