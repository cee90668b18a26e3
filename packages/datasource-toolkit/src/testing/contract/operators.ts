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

export function describeOperators(
  source: () => DataSource,
  table: TestTable,
  fewOperands: boolean,
): void {
  for (const { name, type } of table.columns) {
    describe(`${name} (${typeof type === 'string' ? type : `list of ${type}`})`, () => {
      for (const [turn, operator] of operatorsFor(type).entries()) {
        it(`${operator} matches what the reference evaluator matches`, async context => {
          const { operators } = requireColumn(source(), table.name, name)
          if (!reachableOperators(type, operators).has(operator)) {
            context.skip(`the source has no ${operator} on this type`)
          }
          const values = table.rows.map(row => row[name] ?? null)
          const operands = operandsFor(operator, type, values)
          const chosen = fewOperands ? chooseOperands(operands, turn) : operands
          await expectMatches(source(), table, name, operator, chosen)
        })
      }
    })
  }
}

function operatorsFor(type: ColumnType): readonly Operator[] {
  const also = typeof type === 'string' ? (alsoAsked[type] ?? []) : []
  return [...new Set([...legalOperators(type), ...also])]
}

/** A third of many operands, another one for the next operator; null is always one of them. */
const chooseOperands = (operands: readonly unknown[], turn: number): readonly unknown[] =>
  operands.length < 9
    ? operands
    : operands.filter((operand, index) => operand === null || index % 3 === turn % 3)

async function expectMatches(
  source: DataSource,
  table: TestTable,
  column: string,
  operator: Operator,
  operands: readonly unknown[],
): Promise<void> {
  for (const operand of operands) {
    await expectList(source, [table], {
      select: { collection: table.name, columns: ['id', column], joins: [] },
      where: new ConditionTreeLeaf(column, operator, operand),
      orderBy: [{ field: 'id', ascending: true }],
    })
  }
}
