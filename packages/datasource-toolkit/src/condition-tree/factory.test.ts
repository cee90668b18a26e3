import { describe, expect, it } from 'vitest'
import { ConditionTreeBranch } from './branch.js'
import { ConditionTreeFactory } from './factory.js'
import { ConditionTreeLeaf } from './leaf.js'
import { printTree } from './print.js'

const { fromPlainObject, intersect, union, matchIds, matchNone } = ConditionTreeFactory
const a = new ConditionTreeLeaf('a', 'Equal', 1)
const b = new ConditionTreeLeaf('b', 'Equal', 2)
const c = new ConditionTreeLeaf('c', 'Equal', 3)

describe('fromPlainObject', () => {
  it.each(['greater_than', 'greaterThan', 'GreaterThan'])('reads the operator %s', operator => {
    expect(fromPlainObject({ field: 'a', operator, value: 1 })).toEqual({
      field: 'a',
      operator: 'GreaterThan',
      value: 1,
    })
  })

  it('reads i_contains as IContains', () => {
    expect(fromPlainObject({ field: 'a', operator: 'i_contains', value: 'x' })).toMatchObject({
      operator: 'IContains',
    })
  })

  it('reads nested branches', () => {
    const json = {
      aggregator: 'and',
      conditions: [
        { field: 'a', operator: 'equal', value: 1 },
        {
          aggregator: 'Or',
          conditions: [
            { field: 'b', operator: 'present' },
            { field: 'c', operator: 'in', value: [1] },
          ],
        },
      ],
    }
    expect(printTree(fromPlainObject(json))).toBe('a = 1 and (b present or c in [1])')
  })

  it('collapses a branch with one condition', () => {
    const json = { aggregator: 'or', conditions: [{ field: 'a', operator: 'equal', value: 1 }] }
    expect(fromPlainObject(json)).toEqual(a)
  })

  it('reads an empty and as everything, an empty or as nothing', () => {
    expect(fromPlainObject({ aggregator: 'and', conditions: [] })).toBeUndefined()
    expect(fromPlainObject({ aggregator: 'or', conditions: [] })).toEqual(matchNone)
    expect(fromPlainObject(null)).toBeUndefined()
  })

  it('reads an empty and inside an or as everything', () => {
    const everything = { aggregator: 'and', conditions: [] }
    const leaf = { field: 'a', operator: 'equal', value: 1 }
    expect(fromPlainObject({ aggregator: 'or', conditions: [leaf, everything] })).toBeUndefined()
  })

  it.each([
    ['text', 'x', /not "x"/],
    ['a list', [], /not \[\]/],
    ['an unknown operator', { field: 'a', operator: 'equals' }, /"equals".*Known: Equal/],
    ['an operator that is no text', { field: 'a', operator: 7 }, /Unknown operator 7/],
    ['a missing field', { operator: 'equal' }, /'field'.*undefined/],
    ['an unknown aggregator', { aggregator: 'xor', conditions: [] }, /"xor".*and, or/],
    ['conditions that are no list', { aggregator: 'and', conditions: {} }, /'conditions'.*list/],
  ])('rejects %s, saying what is allowed', (_name, json, message) => {
    expect(() => fromPlainObject(json)).toThrow(message)
  })

  it('rejects a filter nested too deep instead of running out of stack', () => {
    let json: unknown = { field: 'a', operator: 'equal', value: 1 }
    for (let level = 0; level < 50_000; level++) {
      json = { aggregator: 'and', conditions: [json, json] }
    }
    expect(() => fromPlainObject(json)).toThrow(/at most 100 levels/)
  })
})

describe('intersect', () => {
  it('flattens, drops absent trees and unwraps a single one', () => {
    expect(printTree(intersect([a, null, new ConditionTreeBranch('And', [b, c])]))).toBe(
      'a = 1 and b = 2 and c = 3',
    )
    expect(intersect([undefined, a])).toBe(a)
    expect(intersect([])).toBeUndefined()
  })

  it('is nothing as soon as one tree is nothing', () => {
    expect(intersect([a, matchNone])).toBe(matchNone)
  })
})

describe('union', () => {
  it('flattens and unwraps', () => {
    expect(printTree(union([a, new ConditionTreeBranch('Or', [b, c])]))).toBe(
      'a = 1 or b = 2 or c = 3',
    )
    expect(union([a])).toBe(a)
    expect(union([a, matchNone])).toBe(a)
  })

  it('of no tree is nothing, of the tree of everything is everything', () => {
    expect(union([])).toBe(matchNone)
    expect(union([undefined])).toBeUndefined()
    expect(union([a, new ConditionTreeBranch('And', [])])).toBeUndefined()
  })
})

describe('matchIds', () => {
  it('uses Equal for one id and In for several', () => {
    expect(printTree(matchIds(['id'], [[1]]))).toBe('id = 1')
    expect(printTree(matchIds(['id'], [[1], [2], [1]]))).toBe('id in [1, 2]')
  })

  it('groups composite ids by their first value', () => {
    const ids = [
      ['x', 1],
      ['y', 3],
      ['x', 2],
    ]
    expect(printTree(matchIds(['a', 'b'], ids))).toBe(
      "(a = 'x' and b in [1, 2]) or (a = 'y' and b = 3)",
    )
  })

  it('matches nothing for no id', () => {
    expect(printTree(matchIds(['id'], []))).toBe('nothing')
  })

  it('rejects a collection without primary key', () => {
    expect(() => matchIds([], [[1]])).toThrow(/no primary key/)
  })
})
