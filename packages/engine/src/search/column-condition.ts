import type { ColumnType } from '@service/datasource-toolkit'
import type { Planning } from '../plan/planning.js'
import { numberCondition } from './number-condition.js'
import { periodCondition } from './period-condition.js'
import {
  type MaybeTree,
  type Searched,
  type SearchedValue,
  signedLeaf,
  valueIn,
} from './searched.js'
import type { SearchedField } from './searched-fields.js'

/**
 * Returns the condition for a searched value on a column. Undefined when the column cannot hold the
 * value: then no record matches, and every record matches the negation.
 */
export function columnCondition(
  planning: Planning,
  field: SearchedField,
  value: SearchedValue,
): MaybeTree {
  const searched = { ...field, ...value, planning, isEmulated: false }
  if (value.text === 'NULL' && !value.isQuoted) return signedLeaf(searched, ['Missing', 'Present'])
  return rules[typeKey(field.column.columnType)]?.(searched)
}

function typeKey(columnType: ColumnType): string {
  return typeof columnType === 'string' ? columnType : JSON.stringify(columnType)
}

/** By column type. Types that are not listed cannot be searched. */
const rules: Readonly<Record<string, (searched: Searched) => MaybeTree>> = {
  String: textCondition,
  Number: numberCondition,
  Uuid: searched => equal(searched, valueIn('Uuid', searched.text)),
  Boolean: searched => equal(searched, booleans[searched.text.toLowerCase()]),
  Enum: searched => equal(searched, enumValue(searched)),
  Date: periodCondition,
  Dateonly: periodCondition,
  '["String"]': searched => includes(searched, searched.text || undefined),
  '["Number"]': searched => includes(searched, valueIn('Number', searched.text)),
  '["Enum"]': searched => includes(searched, enumValue(searched)),
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
}

const textOperators = [
  ['IContains', 'NotIContains'],
  ['Contains', 'NotContains'],
  ['Equal', 'NotEqual'],
] as const

function textCondition(searched: Searched): MaybeTree {
  const { text, column } = searched
  // Every text contains the empty text, so it is compared as a whole.
  const pairs = text === '' ? textOperators.slice(2) : textOperators
  const pair = pairs.find(([positive]) => column.filter.has(positive))
  return pair && signedLeaf(searched, pair, text)
}

function equal(searched: Searched, value: unknown): MaybeTree {
  return value === undefined ? undefined : signedLeaf(searched, ['Equal', 'NotEqual'], value)
}

function includes(searched: Searched, value: unknown): MaybeTree {
  if (value === undefined) return undefined
  return signedLeaf(searched, ['IncludesAll', 'IncludesNone'], [value])
}

/** Finds the enum value with this spelling, ignoring case. */
function enumValue({ column, text }: Searched): string | undefined {
  const wanted = text.trim().toLowerCase()
  return column.enumValues?.find(value => value.toLowerCase() === wanted)
}
