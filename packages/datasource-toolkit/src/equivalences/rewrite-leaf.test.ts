import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ColumnType } from '../column-types.js'
import { ConditionTreeLeaf } from '../condition-tree/leaf.js'
import { printTree } from '../condition-tree/print.js'
import { everyLeaf } from '../condition-tree/transforms.js'
import { evaluate } from '../evaluate.js'
import { legalOperators } from '../operator-table.js'
import { type Operator, operators } from '../operators.js'
import { sampleTable } from '../testing/contract/samples.js'
import { operandsFor } from '../testing/operands.js'
import { reachableOperators, rewriteLeaf } from './rewrite-leaf.js'

vi.setConfig({ testTimeout: 60_000 })

const call = { timezone: 'Europe/Paris', now: new Date('2024-03-31T10:30:00.000Z') }
const rewrite = (
  type: ColumnType,
  supported: readonly Operator[],
  operator: Operator,
  value?: unknown,
) => {
  const tree = rewriteLeaf({ field: 'x', operator, value }, type, new Set(supported), call)
  return tree && printTree(tree)
}

describe('rewriteLeaf', () => {
  it('leaves a supported operator alone', () => {
    const leaf = new ConditionTreeLeaf('x', 'Equal', 1)
    expect(rewriteLeaf(leaf, 'Number', new Set<Operator>(['Equal']), call)).toBe(leaf)
  })

  it('returns undefined when no chain reaches a supported operator', () => {
    expect(rewrite('Number', ['Like'], 'Equal', 1)).toBeUndefined()
    expect(rewrite('String', ['Equal'], 'Contains', 'x')).toBeUndefined()
  })

  it.each([
    ['String', ['Like'], 'Contains', '5%_\\', "x like '%5\\%\\_\\\\%'"],
    ['String', ['ILike'], 'IStartsWith', 'a', "x i like 'a%'"],
    ['String', ['Equal'], 'Blank', undefined, "x = null or x = ''"],
    ['Number', ['Equal'], 'Blank', undefined, 'x = null'],
    ['String', ['NotEqual'], 'Present', undefined, "x != null and x != ''"],
    ['Number', ['In'], 'Equal', 1, 'x in [1]'],
    ['Number', ['Equal'], 'In', [1], 'x = 1'],
    ['Number', ['Equal'], 'In', [], 'nothing'],
    ['Number', ['NotEqual'], 'NotIn', [], 'everything'],
    ['Number', ['LessThan', 'Equal'], 'LessThanOrEqual', 1, 'x < 1 or x = 1'],
    ['Number', ['LessThan', 'Equal'], 'LessThanOrEqual', null, 'nothing'],
    [
      'Dateonly',
      ['LessThan', 'GreaterThanOrEqual'],
      'Today',
      undefined,
      "x >= '2024-03-31' and x < '2024-04-01'",
    ],
    ['Date', ['Before'], 'Past', undefined, "x before '2024-03-31T10:30:00.000Z'"],
    [
      'String',
      ['Match', 'Missing'],
      'In',
      ['a', 'b.c', null],
      'x missing or x match /^(?:a|b\\.c)$/su',
    ],
    [['String'], ['Missing'], 'Blank', undefined, 'x missing'],
  ] as const)('says %j %j %s %j as %s', (type, supported, operator, value, expected) => {
    expect(rewrite(type, supported, operator, value)).toBe(expected)
  })

  it('agrees with the reference evaluator whatever the source supports', () => {
    const { columns, rows } = sampleTable('samples', new Set())
    const cases = columns.flatMap(({ name, type }) =>
      [...legalOperators(type)].map(operator => ({ name, type, operator })),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.subarray([...operators], { minLength: 1 }),
        ({ name, type, operator }, subset) => {
          const supported = new Set(subset)
          for (const operand of operandsFor(
            operator,
            type,
            rows.map(row => row[name] ?? null),
          )) {
            const leaf = new ConditionTreeLeaf(name, operator, operand)
            const tree = rewriteLeaf(leaf, type, supported, call)
            expect(tree !== undefined).toBe(reachableOperators(type, supported).has(operator))
            if (!tree) return
            expect(everyLeaf(tree, part => supported.has(part.operator))).toBe(true)
            const wrong = rows.filter(
              row =>
                evaluate(tree, row, () => type, call) !== evaluate(leaf, row, () => type, call),
            )
            expect(wrong, `${printTree(leaf)} as ${printTree(tree)}`).toEqual([])
          }
        },
      ),
      { numRuns: 250 },
    )
  })
})

describe('reachableOperators', () => {
  it('makes all operators of text and dates out of a plain SQL column', () => {
    const sql = new Set<Operator>([
      'Equal',
      'NotEqual',
      'In',
      'NotIn',
      'LessThan',
      'GreaterThan',
      'LessThanOrEqual',
      'GreaterThanOrEqual',
      'Like',
      'ILike',
      'NotContains',
      'NotIContains',
      'LongerThan',
      'ShorterThan',
      'Present',
      'Missing',
    ])
    for (const type of ['String', 'Date', 'Dateonly', 'Number'] as const) {
      const reached = reachableOperators(type, sql)
      expect([...legalOperators(type)].filter(operator => !reached.has(operator))).toEqual([])
    }
  })
})
