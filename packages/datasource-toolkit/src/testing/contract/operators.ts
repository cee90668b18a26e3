import { describe, it } from 'vitest'
import type { ColumnType } from '../../column-types.js'
import { ConditionTreeLeaf } from '../../condition-tree/leaf.js'
import { reachableOperators } from '../../equivalences/rewrite-leaf.js'
import { legalOperators } from '../../operator-table.js'
import type { Operator } from '../../operators.js'
import type { DataSource } from '../../source.js'
import { requireColumn } from '../adapt-scan.js'
import { operandsFor } from '../operands.js'
import type { TestTable } from '../tables.js'
import { expectList } from './opened.js'

const comparisons: readonly Operator[] = [
  'In',
  'NotIn',
  'LessThan',
  'GreaterThan',
  'LessThanOrEqual',
  'GreaterThanOrEqual',
]

/**
 * Operators that filters may not use but the engine does: it looks up keys of any type with `In`.
 */
const alsoAsked: Readonly<Record<string, readonly Operator[]>> = {
  Date: comparisons,
  Dateonly: comparisons,
  Time: comparisons,
  String: ['LessThan', 'GreaterThan', 'LessThanOrEqual', 'GreaterThanOrEqual'],
}

export function describeOperators(source: () => DataSource, table: TestTable): void {
  for (const { name, type } of table.columns) {
    describe(`${name} (${typeof type === 'string' ? type : `list of ${type}`})`, () => {
      for (const operator of operatorsFor(type)) {
        it(`${operator} matches what the reference evaluator matches`, async context => {
          const { operators } = requireColumn(source(), table.name, name)
          if (!reachableOperators(type, operators).has(operator)) {
            context.skip(`the source has no ${operator} on this type`)
          }
          await expectMatches(source(), table, name, type, operator)
        })
      }
    })
  }
}

function operatorsFor(type: ColumnType): readonly Operator[] {
  const also = typeof type === 'string' ? (alsoAsked[type] ?? []) : []
  return [...new Set([...legalOperators(type), ...also])]
}

async function expectMatches(
  source: DataSource,
  table: TestTable,
  column: string,
  type: ColumnType,
  operator: Operator,
): Promise<void> {
  const values = table.rows.map(row => row[column] ?? null)
  for (const operand of operandsFor(operator, type, values)) {
    await expectList(source, [table], {
      select: { collection: table.name, columns: ['id', column], joins: [] },
      where: new ConditionTreeLeaf(column, operator, operand),
      orderBy: [{ field: 'id', ascending: true }],
    })
  }
}
