import { describe, expect, it } from 'vitest'
import { checkFilter } from '../list/check-filter.js'
import { guessVariable, listFittingVariables } from '../list/choose-variable.js'
import { listFieldChoices } from '../list/filter-fields.js'
import { addForm, toCondition, toFilter } from './action-condition.js'
import type { RightsCondition } from './rights-document.js'
import { listMissingFields } from './scope-check.js'
import { fillScopeVariables, listScopeVariableNames, listTagNames } from './scope-variables.js'
import { buildUploadedCollections, type UploadedSchema } from './uploaded-schema.js'

const field = (name: string, type: string, rest: object = {}) => ({
  ...{ field: name, type, enums: null, reference: null },
  ...{ isFilterable: true, isPrimaryKey: false, isReadOnly: false },
  ...rest,
})
const schema: UploadedSchema = {
  uploadedAt: '2026-01-01T00:00:00Z',
  collections: [
    {
      name: 'orders',
      isReadOnly: false,
      fields: [
        field('id', 'Number', { isPrimaryKey: true }),
        field('total', 'Number'),
        field('status', 'Enum', { enums: ['paid', 'open'] }),
        field('blob', 'Binary', { isFilterable: false }),
        field('customer', 'Number', { relationship: 'BelongsTo', reference: 'customers.id' }),
      ],
      actions: [
        {
          name: 'Refund',
          type: 'single',
          fields: [{ field: 'reason', label: 'Why', type: 'String', enums: null }],
        },
      ],
    },
    {
      name: 'customers',
      isReadOnly: false,
      fields: [field('id', 'Number', { isPrimaryKey: true }), field('city', 'String')],
      actions: [],
    },
  ],
}
const collections = buildUploadedCollections(schema, null)
const orders = collections.get('orders')!
const [refund] = schema.collections[0]!.actions

describe('collections that were uploaded', () => {
  it('have the operators of their types where the agent says nothing about them', () => {
    const choices = listFieldChoices(collections, orders, '').map(({ path }) => path)
    expect(choices).toEqual(['id', 'total', 'status', 'customer'])
    expect(orders.fields.get('total')?.operators).toContain('GreaterThan')
    expect(listFieldChoices(collections, orders, 'customer').map(({ path }) => path)).toEqual([
      'customer:id',
      'customer:city',
    ])
  })

  it('have the operators that the agent offers', () => {
    const total = { ...orders.fields.get('total')!, operators: ['Equal'] as const }
    const live = new Map([
      ['orders', { ...orders, fields: new Map([['total', total]]), isCountable: true }],
    ])
    const built = buildUploadedCollections(schema, null, live).get('orders')
    expect(built?.fields.get('total')?.operators).toEqual(['Equal'])
    expect(built?.isCountable).toBe(true)
  })
})

describe('the condition of an action', () => {
  const condition: RightsCondition = {
    aggregator: 'or',
    conditions: [
      { field: 'total', operator: 'greater_than', value: 100 },
      { field: 'reason', operator: 'blank', source: 'input' },
      {
        aggregator: 'and',
        conditions: [{ field: 'customer:city', operator: 'equal', value: 'Lyon' }],
      },
    ],
  }

  it('is the same after it was edited without a change', () => {
    expect(toCondition(toFilter(condition))).toEqual(condition)
  })

  it('can be about the record and about the form', () => {
    const subject = addForm(collections, orders, refund!.fields, 'Form')
    const { broken } = checkFilter(
      toFilter(condition),
      subject.collections,
      subject.collection,
      'UTC',
    )
    expect(broken).toEqual([])
    const relation = listFieldChoices(subject.collections, subject.collection, '').at(-1)
    expect(relation?.label).toBe('Form')
    const [reason] = listFieldChoices(subject.collections, subject.collection, relation?.path ?? '')
    expect(reason?.label).toBe('Form › Why')
    expect(toCondition({ field: reason?.path ?? '', operator: 'present' })).toEqual({
      field: 'reason',
      operator: 'present',
      source: 'input',
    })
  })

  it('is none while a part of it cannot be read', () => {
    expect(toCondition({ unreadable: 'x(' })).toBeUndefined()
  })
})

describe('the condition of a scope', () => {
  const ana = {
    ...{ id: 7, email: 'ana@example.com', permissionLevel: 'user' },
    role: { id: 2 },
    tags: { region: 'north' },
  }
  const support = { id: 3, name: 'Support' }

  it('names fields that are gone', () => {
    const scope = {
      aggregator: 'and' as const,
      conditions: [
        { field: 'total', operator: 'present' },
        { field: 'gone', operator: 'present' },
        { field: 'customer:gone', operator: 'present' },
        { field: 'customer', operator: 'present' },
        { field: 'gone', operator: 'blank' },
      ],
    }
    expect(listMissingFields(scope, collections, orders)).toEqual([
      'gone',
      'customer:gone',
      'customer',
    ])
  })

  it('has the variables that the service allows, and no names of people', () => {
    expect(listScopeVariableNames(['region'])).toEqual([
      'currentUser.email',
      'currentUser.id',
      'currentUser.permissionLevel',
      'currentUser.roleId',
      'currentUser.team.name',
      'currentUser.team.id',
      'currentUser.tags.region',
    ])
    expect(Object.keys(fillScopeVariables(ana, support)).sort()).toEqual(
      [...listScopeVariableNames(['region'])].sort(),
    )
  })

  it('is filled with the values of a person, and not without one', () => {
    const tree = { field: 'status', operator: 'equal', value: '{{currentUser.tags.region}}' }
    const check = (person: typeof ana) =>
      checkFilter(
        { ...tree, field: 'customer:city' },
        collections,
        orders,
        'UTC',
        fillScopeVariables(person, support),
      )
    expect(check(ana).tree).toMatchObject({ value: 'north' })
    const without = check({ ...ana, tags: {} as typeof ana.tags })
    expect(without.broken[0]?.reason.kind).toBe('unknown-variable')
  })

  it('offers tags for texts, choices, numbers and keys, the one with the name of the column first', () => {
    const names = listScopeVariableNames(
      listTagNames([ana, { ...ana, tags: { region: 'x', tenant: '1' } as never }]),
    )
    const offered = (type: 'Enum' | 'Number' | 'Uuid') => listFittingVariables(type, names)
    expect(offered('Uuid')).toEqual(['currentUser.tags.region', 'currentUser.tags.tenant'])
    expect(offered('Number')).toContain('currentUser.roleId')
    expect(offered('Enum')).toEqual(names)
    expect(guessVariable({ name: 'tenant', columnType: 'Uuid' }, names)).toBe(
      'currentUser.tags.tenant',
    )
  })
})
