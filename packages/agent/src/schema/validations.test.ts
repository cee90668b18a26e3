import type { ColumnType, ValidationRule } from '@service/datasource-toolkit'
import type { ColumnModel } from '@service/engine'
import { describe, expect, it } from 'vitest'
import { describeValidations } from './validations.js'

const describeRules = (columnType: ColumnType, ...checks: ValidationRule[]) =>
  describeValidations({ name: 'field', columnType, checks } as unknown as ColumnModel).map(
    ({ type, value }) => (value === undefined ? type : `${type} ${value}`),
  )

describe('describeValidations', () => {
  it.each([
    ['Number', { operator: 'GreaterThan', value: 3 }, 'is greater than 3'],
    ['Number', { operator: 'GreaterThanOrEqual', value: 3 }, 'is greater than or equal to 3'],
    ['Number', { operator: 'LessThan', value: 3 }, 'is less than 3'],
    ['Number', { operator: 'LessThanOrEqual', value: 3 }, 'is less than or equal to 3'],
    ['String', { operator: 'Present' }, 'is present'],
    ['String', { operator: 'Contains', value: 'a' }, 'contains a'],
    ['String', { operator: 'LongerThan', value: 3 }, 'is longer than 3'],
    ['String', { operator: 'ShorterThan', value: 9 }, 'is shorter than 9'],
    ['String', { operator: 'Match', value: /^a+$/i }, 'is like /^a+$/i'],
    ['String', { operator: 'Match', value: '/^a+$/i' }, 'is like /^a+$/i'],
    ['Date', { operator: 'After', value: '2024-01-01T00:00:00.000Z' }, /^is after 2024/],
    ['Dateonly', { operator: 'Before', value: '2024-01-01' }, 'is before 2024-01-01'],
  ] as const)('exports a rule on a %s: %o', (columnType, rule, expected) => {
    const [described] = describeRules(columnType, rule)
    if (typeof expected === 'string') expect(described).toBe(expected)
    else expect(described).toMatch(expected)
  })

  it('rewrites a rule that clients do not know into ones they do', () => {
    const [rule] = describeValidations({
      name: 'field',
      columnType: 'String',
      checks: [{ operator: 'StartsWith', value: 'a.b' }],
    } as unknown as ColumnModel)
    expect(rule?.type).toBe('is like')
    const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(String(rule?.value)) ?? []
    const pattern = new RegExp(source ?? '', flags)
    expect(['a.bc', 'a.b', 'axb', 'ba.b'].map(text => pattern.test(text))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('leaves out rules that depend on the clock', () => {
    expect(describeRules('Date', { operator: 'Past' }, { operator: 'Today' })).toEqual([])
    expect(describeRules('Date', { operator: 'PreviousXDays', value: 3 })).toEqual([])
  })

  it('keeps the strictest of several bounds', () => {
    const greater = [3, 5, 4].map(value => ({ operator: 'GreaterThan', value }) as const)
    const shorter = [9, 7, 8].map(value => ({ operator: 'ShorterThan', value }) as const)
    expect(describeRules('Number', ...greater)).toEqual(['is greater than 5'])
    expect(describeRules('String', ...shorter)).toEqual(['is shorter than 7'])
  })

  it('merges patterns into one that asks for both', () => {
    const [rule] = describeValidations({
      name: 'field',
      columnType: 'String',
      checks: [
        { operator: 'Match', value: /a/ },
        { operator: 'Match', value: /b$/ },
      ],
    } as unknown as ColumnModel)
    const pattern = new RegExp(String(rule?.value).slice(1, -1))
    expect(['ab', 'b', 'a', 'xaxb', 'ba'].map(text => pattern.test(text))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
  })

  it('describes the text that bytes travel as', () => {
    const checks = [
      { operator: 'Present' },
      { operator: 'ShorterThan', value: 16 },
      { operator: 'Equal', value: new Uint8Array([1]) },
    ]
    const column = { name: 'field', columnType: 'Binary', checks } as unknown as ColumnModel
    const describeTexts = (mode: 'hex' | 'datauri') =>
      describeValidations(column, mode).map(({ type, value }) => [type, value])
    expect(describeTexts('hex')).toEqual([
      ['is present', undefined],
      ['is shorter than', 32],
      ['is like', '/^[0-9a-f]+$/'],
    ])
    expect(describeTexts('datauri')).toEqual([
      ['is present', undefined],
      ['is like', '/^data:.*;base64,.*/'],
    ])
  })
})
