import {
  type ColumnType,
  legalOperators,
  type PrimitiveType,
  primitiveTypes,
} from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { applyLayout } from '../schema/apply-layout.js'
import { collection, column, key, schema, shop } from '../testing/build-schema.js'
import { checkFilter } from './check-filter.js'
import { describeCondition } from './describe-condition.js'
import {
  findFieldChoices,
  findKeyPath,
  findRelationCondition,
  listFieldChoices,
} from './filter-fields.js'
import { formatFilter, parseFilter } from './filter-text.js'
import type { FilterTree } from './filter-tree.js'
import { readTypedValue, readTypedValues } from './filter-values.js'
import { formatTypedValue } from './format-typed-value.js'
import { listOperators } from './operands.js'
import { simplifyFilter } from './simplify-filter.js'

const collections = applyLayout(shop, null)
const orders = collections.get('orders')!
const typed = { now: new Date('2026-10-01T10:00:00Z'), zone: 'Europe/Paris', language: 'en' }
const utc = { zone: 'UTC', language: 'en' }

describe('fields of a filter', () => {
  it('are those of the collection, then its relations', () => {
    const choices = listFieldChoices(collections, orders, '')
    expect(choices.filter(({ kind }) => kind === 'relation').map(({ path }) => path)).toEqual([
      'customer',
    ])
    expect(choices.map(({ path }) => path)).toContain('status')
  })

  it('lead through relations to any depth', () => {
    const paths = listFieldChoices(collections, orders, 'customer:country').map(({ path }) => path)
    expect(paths).toContain('customer:country:name')
    expect(listFieldChoices(collections, orders, 'gone')).toEqual([])
  })

  it('are found by their label, and secrets never', () => {
    expect(findFieldChoices(collections, orders, 'country name')[0]).toEqual({
      kind: 'field',
      path: 'customer:country:name',
      label: 'Customer › Country › Name',
    })
    expect(findFieldChoices(collections, orders, 'password')).toEqual([])
  })

  it('name a related record by its key', () => {
    expect(findKeyPath(collections, orders, 'customer')).toBe('customer:id')
    expect(findRelationCondition(collections, orders, 'customer:id')?.label).toBe('Customer')
    expect(findRelationCondition(collections, orders, 'id')).toBeUndefined()
    expect(findRelationCondition(collections, orders, 'customer:city')).toBeUndefined()
  })
})

describe('values of a filter', () => {
  it.each<[ColumnType, string, unknown]>([
    ['Number', '1,848.82', 1848.82],
    ['Number', '12345678901234567890', '12345678901234567890'],
    ['Number', 'x', undefined],
    ['Dateonly', 'tomorrow', '2026-10-02'],
    ['Date', '2026-10-02 09:00', '2026-10-02T07:00:00.000Z'],
    ['Boolean', 'true', true],
    ['Point', '48.85, 2.35', [48.85, 2.35]],
    ['Point', '48.85', undefined],
    ['Json', '{"a": 1}', { a: 1 }],
    [['Number'], '1, 2', [1, 2]],
    ['String', ' ', undefined],
  ])('of type %s: %s', (type, text, value) => {
    expect(readTypedValue(type, text, typed)).toEqual(value)
  })

  it('are typed several at once', () => {
    expect(readTypedValues('Number', '1, 2\nx', typed)).toEqual({ values: [1, 2], unread: ['x'] })
    expect(readTypedValues('String', 'a,b , ,c', typed).values).toEqual(['a', 'b', 'c'])
  })
})

describe('every operator of every column type', () => {
  const samples: Readonly<Record<PrimitiveType, string>> = {
    Binary: '68656c6c6f',
    Boolean: 'true',
    Date: '2026-10-02 09:00',
    Dateonly: '2026-10-02',
    Enum: 'paid',
    File: 'data:text/plain;base64,aA==',
    Json: '{"a":1}',
    Number: '12.5',
    Point: '48.85, 2.35',
    String: 'Lyon, "the" (city)',
    Time: '09:30',
    Uuid: '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
  }
  const types: readonly ColumnType[] = [...primitiveTypes, ['String'], ['Number'], ['Enum']]
  const cases = types.flatMap(type =>
    [...legalOperators(type)].map(operator => ({ type, operator, name: `${type} ${operator}` })),
  )

  it.each(cases)('$name is made, written, read back and accepted', ({ type, operator }) => {
    const model = applyLayout(
      schema(
        collection('things', [
          key(),
          column('field', type as never, { operators: [operator], enums: ['paid', 'shipped'] }),
        ]),
      ),
      null,
    )
    const things = model.get('things')!
    const field = things.fields.get('field')!
    const [choice] = listOperators(field)
    expect(choice).toBeDefined()
    const tree: FilterTree = { field: 'field', operator: choice!.operator, ...makeValue() }
    expect(parseFilter(formatFilter(tree))).toEqual(tree)
    expect(simplifyFilter(tree)).toEqual(tree)
    expect(checkFilter(tree, model, things, 'UTC').broken).toEqual([])

    function makeValue() {
      const operand = choice!.type
      if (choice!.operand === 'none' || operand === undefined) return {}
      if (choice!.operand === 'number') return { value: 30 }
      const isList = choice!.operand === 'list'
      const element = isList ? ((operand as readonly ColumnType[])[0] as ColumnType) : operand
      const value = readSample(element)
      return { value: isList ? [value] : value }
    }

    function readSample(element: ColumnType): unknown {
      if (Array.isArray(element)) return [readSample(element[0] as ColumnType)]
      return readTypedValue(element, samples[element as PrimitiveType], typed)
    }
  })
})

describe('a condition in words', () => {
  const texts = { operator: 'is', yes: 'Yes', no: 'No', empty: 'empty' }
  const status = orders.fields.get('status')

  it('names its values', () => {
    const leaf = { field: 'status', operator: 'in', value: ['paid', 'shipped'] }
    expect(describeCondition(leaf, status, texts, utc)).toBe('is paid, shipped')
    expect(describeCondition({ ...leaf, value: [null] }, status, texts, utc)).toBe('is empty')
    expect(describeCondition({ ...leaf, value: true }, status, texts, utc)).toBe('is Yes')
  })

  it('takes every text as it is', () => {
    const leaf = { field: 'reference', operator: 'like', value: '$& and $1' }
    const operator = 'is like … here'
    expect(describeCondition(leaf, undefined, { ...texts, operator }, utc)).toBe(
      'is like $& and $1 here',
    )
  })

  it('puts a number where it belongs', () => {
    const leaf = { field: 'ordered_at', operator: 'previous_x_days', value: 30 }
    const operator = 'was in the last … days'
    expect(describeCondition(leaf, undefined, { ...texts, operator }, utc)).toBe(
      'was in the last 30 days',
    )
  })

  it('writes dates in the zone, and related records by their title', () => {
    const leaf = { field: 'ordered_at', operator: 'after', value: '2026-10-01T10:00:00.000Z' }
    const date = orders.fields.get('ordered_at')
    expect(
      describeCondition(leaf, date, texts, { zone: 'Europe/Paris', language: 'en' }),
    ).toContain('12:00')
    const related = { field: 'customer:id', operator: 'equal', value: 2 }
    expect(describeCondition(related, undefined, texts, utc, () => 'Clara Ito')).toBe(
      'is Clara Ito',
    )
  })
})

describe('values that can be typed again', () => {
  it.each([
    [undefined, ''],
    [[1, 2], '1, 2'],
    [{ a: 1 }, '{"a":1}'],
    [true, 'true'],
  ])('%j', (value, text) => expect(formatTypedValue(value, 'en')).toBe(text))
})
