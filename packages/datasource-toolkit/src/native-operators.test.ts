import { describe, expect, it } from 'vitest'
import type { ColumnType } from './column-types.js'
import { reachableOperators } from './equivalences/rewrite-leaf.js'
import { nativeOperators } from './native-operators.js'
import { legalOperators } from './operator-table.js'

const columns: readonly (readonly [ColumnType, keyof typeof nativeOperators])[] = [
  ['Boolean', 'equality'],
  ['Date', 'comparison'],
  ['Dateonly', 'comparison'],
  ['Enum', 'equality'],
  ['Number', 'comparison'],
  ['String', 'text'],
  ['Time', 'comparison'],
  ['Uuid', 'equality'],
  [['String'], 'list'],
]

/** Evaluated in memory: databases have expressions of different kinds. */
const emulated = ['Match']

describe('nativeOperators', () => {
  it.each(columns)('reach every operator of a column of %s by those of %s', (type, kind) => {
    const reached = reachableOperators(type, nativeOperators[kind])
    const missing = [...legalOperators(type)].filter(name => !reached.has(name))
    expect(missing.filter(name => !emulated.includes(name))).toEqual([])
  })
})
