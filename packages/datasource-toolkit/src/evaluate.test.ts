import { describe, expect, it } from 'vitest'
import type { ColumnType } from './column-types.js'
import { ConditionTreeLeaf } from './condition-tree/leaf.js'
import { evaluate } from './evaluate.js'
import { type Operator, operators } from './operators.js'

const call = { timezone: 'Europe/Paris', now: new Date('2024-03-31T10:30:00.000Z') }

function matches(type: ColumnType, value: unknown, operator: Operator, operand?: unknown): boolean {
  return evaluate(new ConditionTreeLeaf('x', operator, operand), { x: value }, () => type, call)
}

type Case = readonly [ColumnType, Operator, operand: unknown, yes: unknown[], no: unknown[]]

const start = '2024-03-30T23:00:00.000Z'
const justBefore = '2024-03-30T22:59:59.999Z'

const cases: readonly Case[] = [
  ['String', 'Equal', 'a', ['a'], ['A', 'a ', 'á', '', null]],
  ['String', 'Equal', null, [null], ['', 'a']],
  ['String', 'NotEqual', 'a', ['A', 'a ', null], ['a']],
  ['String', 'NotEqual', null, ['', 'a'], [null]],
  ['String', 'In', ['a', null], ['a', null], ['b']],
  ['String', 'In', [], [], ['a', null]],
  ['String', 'NotIn', ['a'], ['b', null], ['a']],
  ['String', 'NotIn', ['a', null], ['b'], ['a', null]],
  ['String', 'NotIn', [], ['a', null], []],
  ['String', 'Present', undefined, ['a', ' '], ['', null]],
  ['String', 'Blank', undefined, ['', null], [' ']],
  ['String', 'Missing', undefined, [null], ['']],
  ['Number', 'Blank', undefined, [null], [0]],
  ['Number', 'Present', undefined, [0], [null]],
  ['String', 'Contains', '%', ['50%'], ['50', null]],
  ['String', 'Contains', '', ['', 'a'], [null]],
  ['String', 'NotContains', 'a', ['A', null, ''], ['a', 'xax']],
  ['String', 'IContains', 'A', ['a', 'xAx'], ['b', null]],
  ['String', 'NotIContains', 'A', ['b', null], ['a', 'A']],
  ['String', 'StartsWith', 'a', ['ab'], ['Ab', 'ba', null]],
  ['String', 'EndsWith', 'a', ['ba'], ['bA', 'ab', null]],
  ['String', 'IStartsWith', 'a', ['Ab'], ['ba', null]],
  ['String', 'IEndsWith', 'A', ['ba'], ['ab', null]],
  ['String', 'Like', 'a_%', ['ab', 'abc'], ['a', 'Ab', null]],
  ['String', 'ILike', 'a_%', ['AB'], ['a', null]],
  ['String', 'Match', /^a+$/g, ['a', 'aa'], ['b', null]],
  ['String', 'Match', '/^A$/i', ['a'], ['b', null]],
  ['String', 'LongerThan', 1, ['ab', '😀😀'], ['a', '😀', null]],
  ['String', 'ShorterThan', 2, ['', '😀'], ['ab', null]],
  ['Number', 'Equal', '9007199254740993', ['9007199254740993'], [9007199254740992, null]],
  ['Number', 'LessThan', 10, [9, -1, '9.5'], [10, 11, null]],
  ['Number', 'GreaterThan', '9007199254740992', ['9007199254740993'], [9007199254740992, null]],
  ['Number', 'LessThanOrEqual', 10, [10], [10.5, null]],
  ['Number', 'GreaterThanOrEqual', 10, [10], [9.5, null]],
  ['Number', 'LessThan', null, [], [1, null]],
  ['String', 'GreaterThan', '\uffff', ['😀'], ['a', null]],
  ['Time', 'GreaterThan', '12:30:00', ['12:30:00.5'], ['12:30:00', '09:00:00', null]],
  ['Date', 'Equal', '2024-01-01T02:00:00+02:00', ['2024-01-01T00:00:00.000Z'], [null]],
  ['Date', 'Before', start, [justBefore], [start, null]],
  ['Date', 'After', justBefore, [start, '2024-03-30T22:59:59.999001Z'], [justBefore, null]],
  ['Date', 'Today', undefined, [start], [justBefore, '2024-03-31T22:00:00.000Z', null]],
  ['Date', 'Past', undefined, ['2024-03-31T10:29:59.999Z'], ['2024-03-31T10:30:00.000Z', null]],
  ['Date', 'Future', undefined, ['2024-03-31T10:30:00.001Z'], ['2024-03-31T10:30:00.000Z', null]],
  ['Date', 'BeforeXHoursAgo', 1, ['2024-03-31T09:29:59.999Z'], ['2024-03-31T09:30:00.000Z', null]],
  ['Date', 'AfterXHoursAgo', 1, ['2024-03-31T09:30:00.001Z'], ['2024-03-31T09:30:00.000Z', null]],
  ['Dateonly', 'Past', undefined, ['2024-03-30'], ['2024-03-31', null]],
  ['Dateonly', 'Future', undefined, ['2024-04-01'], ['2024-03-31', null]],
  ['Dateonly', 'Yesterday', undefined, ['2024-03-30'], ['2024-03-31', '2024-03-29', null]],
  ['Dateonly', 'PreviousWeek', undefined, ['2024-03-18', '2024-03-24'], ['2024-03-25', null]],
  ['Dateonly', 'PreviousWeekToDate', undefined, ['2024-03-25', '2024-03-31'], ['2024-04-01', null]],
  ['Dateonly', 'PreviousMonth', undefined, ['2024-02-01', '2024-02-29'], ['2024-03-01', null]],
  ['Dateonly', 'PreviousMonthToDate', undefined, ['2024-03-01'], ['2024-02-29', null]],
  ['Dateonly', 'PreviousQuarter', undefined, ['2023-10-01', '2023-12-31'], ['2024-01-01', null]],
  ['Dateonly', 'PreviousQuarterToDate', undefined, ['2024-01-01'], ['2023-12-31', null]],
  ['Dateonly', 'PreviousYear', undefined, ['2023-01-01', '2023-12-31'], ['2024-01-01', null]],
  ['Dateonly', 'PreviousYearToDate', undefined, ['2024-01-01'], ['2023-12-31', null]],
  [
    'Dateonly',
    'PreviousXDays',
    2,
    ['2024-03-29', '2024-03-30'],
    ['2024-03-31', '2024-03-28', null],
  ],
  ['Dateonly', 'PreviousXDaysToDate', 2, ['2024-03-29', '2024-03-31'], ['2024-03-28', null]],
  [['String'], 'IncludesAll', ['a', 'b'], [['b', 'a', 'c']], [['a'], [], null]],
  [['String'], 'IncludesAll', 'a', [['a']], [['b'], null]],
  [['Number'], 'IncludesNone', [1, 2], [[3], [], null], [[1], [2, 3]]],
  [['Number'], 'Equal', [1, 2], [[1, 2]], [[2, 1], [1], null]],
  [
    'Uuid',
    'Equal',
    'F47AC10B-58CC-4372-A567-0E02B2C3D479',
    ['f47ac10b-58cc-4372-a567-0e02b2c3d479'],
    [null],
  ],
  ['Binary', 'Equal', new Uint8Array([1]), [new Uint8Array([1])], [new Uint8Array([1, 0]), null]],
  ['Json', 'Equal', { a: 1, b: 2 }, [{ b: 2, a: 1 }], [{ a: 1 }, null]],
  ['Point', 'Equal', [1, 2], [[1, 2]], [[2, 1], null]],
  ['Boolean', 'NotEqual', true, [false, null], [true]],
]

describe('evaluate', () => {
  for (const [type, operator, operand, yes, no] of cases) {
    it(`${JSON.stringify(type)} ${operator} ${operand instanceof RegExp ? operand : JSON.stringify(operand)}`, () => {
      for (const value of yes)
        expect(matches(type, value, operator, operand), String(value)).toBe(true)
      for (const value of no)
        expect(matches(type, value, operator, operand), String(value)).toBe(false)
    })
  }

  it('is tried here with every operator', () => {
    const tried = new Set(cases.map(([, operator]) => operator))
    expect(operators.filter(operator => !tried.has(operator))).toEqual([])
  })

  it('reads through relations, null when there is none', () => {
    const tree = new ConditionTreeLeaf('a:b', 'Missing')
    expect(evaluate(tree, { a: null }, () => 'String', call)).toBe(true)
    expect(evaluate(tree, { a: { b: 'x' } }, () => 'String', call)).toBe(false)
  })

  it('names a field it does not know', () => {
    const tree = new ConditionTreeLeaf('z', 'Missing')
    expect(() => evaluate(tree, { a: 1 }, () => undefined, call)).toThrow(/'z'.*It has: a/)
  })
})
