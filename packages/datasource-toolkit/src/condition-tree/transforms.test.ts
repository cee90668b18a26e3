import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { evaluate } from '../evaluate.js'
import type { Operator } from '../operators.js'
import type { ConditionTree } from '../query.js'
import { ConditionTreeBranch } from './branch.js'
import { ConditionTreeFactory } from './factory.js'
import { ConditionTreeLeaf } from './leaf.js'
import { printTree } from './print.js'
import { everyLeaf, invertTree, isMatchNone, nestTree, someLeaf, unnestTree } from './transforms.js'

vi.setConfig({ testTimeout: 60_000 })

const call = { timezone: 'UTC', now: new Date(0) }
const and = (...trees: ConditionTree[]) => new ConditionTreeBranch('And', trees)
const or = (...trees: ConditionTree[]) => new ConditionTreeBranch('Or', trees)
const leaf = (field: string, operator: Operator, value?: unknown) =>
  new ConditionTreeLeaf(field, operator, value)

describe('invertTree', () => {
  const invertible: readonly Operator[] = [
    'Equal',
    'NotEqual',
    'In',
    'NotIn',
    'Contains',
    'NotContains',
    'IContains',
    'NotIContains',
    'Blank',
    'Present',
    'Missing',
  ]
  const texts = fc.constantFrom('', 'a', 'b', 'A', 'ab')
  const leaves = fc
    .tuple(fc.constantFrom('x', 'y'), fc.constantFrom(...invertible), texts, texts)
    .map(([field, operator, value, other]) => {
      if (operator === 'In' || operator === 'NotIn') return leaf(field, operator, [value, other])
      return leaf(field, operator, value)
    })
  const { tree } = fc.letrec<{ tree: ConditionTree; branch: ConditionTree }>(tie => ({
    tree: fc.oneof({ maxDepth: 3 }, leaves, tie('branch')),
    branch: fc
      .tuple(
        fc.constantFrom('And' as const, 'Or' as const),
        fc.array(tie('tree'), { maxLength: 3 }),
      )
      .map(([aggregator, conditions]) => new ConditionTreeBranch(aggregator, conditions)),
  }))

  it('matches exactly the rows the tree does not match', () => {
    const values = fc.option(texts)
    fc.assert(
      fc.property(tree, values, values, (condition, x, y) => {
        const matches = (each: ConditionTree) => evaluate(each, { x, y }, () => 'String', call)
        expect(matches(invertTree(condition))).toBe(!matches(condition))
      }),
    )
  })

  it('rejects an operator without inverse, naming those that have one', () => {
    expect(() => invertTree(leaf('a', 'LessThan', 1))).toThrow(/'LessThan' has no inverse.*Equal/)
  })
})

describe('nestTree and unnestTree', () => {
  it('move a tree through a relation and back', () => {
    const tree = and(leaf('a', 'Equal', 1), or(leaf('b:c', 'Present')))
    const nested = nestTree(tree, 'rel')
    expect(printTree(nested)).toBe('rel:a = 1 and (rel:b:c present)')
    expect(unnestTree(nested)).toEqual(tree)
  })

  it('reject paths that do not begin with one relation', () => {
    expect(() => unnestTree(leaf('a', 'Present'))).toThrow(/'a'/)
    expect(() => unnestTree(and(leaf('r:a', 'Present'), leaf('s:a', 'Present')))).toThrow(/r, s/)
  })
})

describe('isMatchNone', () => {
  it('sees through branches', () => {
    const nothing = ConditionTreeFactory.matchNone
    expect(isMatchNone(nothing)).toBe(true)
    expect(isMatchNone(and(leaf('a', 'Present'), or(nothing)))).toBe(true)
    expect(isMatchNone(or(leaf('a', 'Present'), nothing))).toBe(false)
    expect(isMatchNone(and())).toBe(false)
    expect(isMatchNone(undefined)).toBe(false)
  })
})

describe('everyLeaf and someLeaf', () => {
  const tree = and(leaf('a', 'Present'), or(leaf('r:b', 'Present')))
  const isLocal = ({ field }: { field: string }) => !field.includes(':')
  it('look at all leaves', () => {
    expect(everyLeaf(tree, isLocal)).toBe(false)
    expect(someLeaf(tree, isLocal)).toBe(true)
    expect(everyLeaf(undefined, () => false)).toBe(true)
    expect(someLeaf(undefined, () => true)).toBe(false)
  })
})

describe('printTree', () => {
  it('prints values as a reader writes them', () => {
    const tree = or(
      leaf('a', 'In', ["it's", null, 1]),
      and(leaf('b', 'PreviousXDays', 3), leaf('c', 'Equal', new Uint8Array([255]))),
      leaf('d', 'Match', /x/i),
    )
    expect(printTree(tree)).toBe(
      "a in ['it''s', null, 1] or (b previous x days 3 and c = x'ff') or d match /x/i",
    )
  })
})
