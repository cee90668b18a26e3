import type { ActionField, PanelAction } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import { buildReread } from '../list/build-reread.js'
import { buildSelectionAttributes, fullSelection, setSelected } from '../list/selection.js'
import type { CollectionModel } from '../schema/collection-model.js'
import { listActions } from '../schema/list-actions.js'
import { buildHookRequest, buildRunRequest } from './action-request.js'
import { buildActionField } from './build-action-field.js'
import { buildApproval } from './build-approval.js'
import { groupApprovers } from './group-approvers.js'

const refund = { id: 'orders-0-refund', endpoint: '/service/_actions/orders/0/refund' }
const some = { ids: ['1', '2'], all_records: false } as const

describe('requests of an action', () => {
  it('name the records, the action and the values', () => {
    const target = { collection: 'orders', action: refund, selection: some }
    expect(buildRunRequest(target, { Amount: 20 })).toEqual({
      method: 'POST',
      path: '/_actions/orders/0/refund',
      body: {
        data: {
          type: 'custom-action-requests',
          attributes: {
            collection_name: 'orders',
            ids: ['1', '2'],
            all_records: false,
            smart_action_id: 'orders-0-refund',
            values: { Amount: 20 },
          },
        },
      },
    })
  })

  it('name all that match but some, and the record whose list it is', () => {
    const selection = buildSelectionAttributes(setSelected(fullSelection, ['7'], false), {
      segment: 'To ship',
    })
    const parent = { collection: 'customers', id: '3', relation: 'orders' }
    const target = { collection: 'orders', action: refund, selection, parent }
    const { path, body } = buildHookRequest(target, 'load', { values: {} })
    expect(path).toBe('/_actions/orders/0/refund/hooks/load')
    expect(body).toMatchObject({
      data: {
        attributes: {
          ids: [],
          all_records: true,
          all_records_ids_excluded: ['7'],
          all_records_subset_query: { segment: 'To ship' },
          parent_collection_name: 'customers',
          parent_collection_id: '3',
          parent_association_name: 'orders',
          values: {},
        },
      },
    })
  })

  it.each([
    ['order lines', '/service/_actions/order%20lines/1/ship', '/_actions/order%20lines/1/ship'],
    ['order lines', '/service/_actions/order lines/1/ship', '/_actions/order%20lines/1/ship'],
    ['stats', '/a/b/_actions/%5Cstats/run', '/_actions/%5Cstats/run'],
  ])('go to the path of the schema without its prefix: %s %s', (collection, endpoint, expected) => {
    const target = { collection, action: { id: 'x', endpoint }, selection: some }
    expect(buildRunRequest(target, {}).path).toBe(expected)
  })
})

describe('listActions', () => {
  const action = (name: string, type: PanelAction['type'], mayTrigger = true) =>
    ({ name, type, mayTrigger }) as PanelAction
  const orders = {
    primaryActions: [action('Refund', 'single')],
    otherActions: [
      action('Ship', 'bulk'),
      action('Report', 'global'),
      action('Secret', 'bulk', false),
    ],
  } as unknown as CollectionModel
  const names = (place: Parameters<typeof listActions>[1]) => {
    const { primary, others } = listActions(orders, place)
    return [primary, others].map(list => list.map(({ name }) => name))
  }

  it('offers each where it can run, to those who may run it', () => {
    expect(names('record')).toEqual([['Refund'], ['Ship']])
    expect(names('selection')).toEqual([[], ['Ship']])
    expect(names('list')).toEqual([[], ['Report']])
  })
})

describe('buildActionField', () => {
  it('gives editors what they need', () => {
    const field: ActionField = {
      field: 'amount',
      label: 'Amount',
      type: 'Number',
      description: 'In euros',
      isRequired: true,
      widgetEdit: { name: 'price editor', parameters: { currency: 'EUR', base: null } },
    }
    expect(buildActionField(field, [])).toEqual({
      name: 'amount',
      label: 'Amount',
      help: 'In euros',
      columnType: 'Number',
      widget: { name: 'money', parameters: { currency: 'EUR' } },
      enumValues: [],
      validations: [],
      target: undefined,
      isRequired: true,
    })
    expect(buildActionField({ ...field, isReadOnly: true }, []).isRequired).toBe(false)
  })

  it.each([
    ['people.id', ['people', 'tasks'], 'people'],
    ['sales.people.id', ['sales', 'sales.people'], 'sales.people'],
    ['hidden.id', ['people'], 'hidden'],
  ])('finds the collection of %s among %j: %s', (reference, collections, expected) => {
    const field: ActionField = { field: 'who', label: 'Who', type: 'Number', reference }
    expect(buildActionField(field, collections)).toMatchObject({
      target: expected,
      widget: { name: 'to-one' },
    })
  })
})

describe('buildApproval', () => {
  const fields: readonly ActionField[] = [
    { field: 'Amount', label: 'Amount', type: 'Number' },
    { field: 'Tags', label: 'Tags', type: ['String'] },
    { field: 'Note', label: 'Note', type: 'String' },
  ]
  const parts = {
    collection: 'orders',
    action: { name: 'Refund', type: 'single' as const },
    recordIds: ['1'],
    fields,
    values: { Amount: 20, Tags: ['a'] },
    teamId: 4,
    comment: ' please ',
  }

  it('has what the action would have run with', () => {
    expect(buildApproval(parts)).toEqual({
      collectionName: 'orders',
      actionName: 'Refund',
      recordIds: ['1'],
      inputs: [
        { name: 'Amount', type: 'Number', value: 20 },
        { name: 'Tags', type: 'StringList', value: ['a'] },
      ],
      teamId: 4,
      comment: 'please',
    })
  })

  it('names no records of a global action, and no empty comment', () => {
    const approval = buildApproval({
      ...parts,
      action: { name: 'Report', type: 'global' },
      comment: ' ',
    })
    expect(approval.recordIds).toEqual([])
    expect(approval).not.toHaveProperty('comment')
  })
})

it('groupApprovers names people by the roles that may approve', () => {
  const person = (firstName: string, id: number, name: string) => ({
    id,
    firstName,
    lastName: '',
    email: `${name}@shop.example`,
    role: { id, name },
    teams: [],
  })
  const members = [person('Ana', 1, 'Head'), person('', 2, 'Clerk'), person('Ben', 1, 'Head')]
  expect(groupApprovers([2, 1, 9], members)).toEqual([
    { role: 'Clerk', people: ['Clerk@shop.example'] },
    { role: 'Head', people: ['Ana', 'Ben'] },
  ])
})

describe('buildReread', () => {
  const row = (values: Record<string, unknown>) => ({
    id: 'x',
    collection: 'orders',
    values,
    related: {},
  })
  const request = {
    method: 'GET',
    path: '/orders',
    query: { 'fields[orders]': 'id,total', search: 'a', sort: '-id', 'page[after]': '' },
  } as const

  it('asks for these rows, whether they match or not', () => {
    const orders = { name: 'orders', primaryKey: ['id'] }
    expect(buildReread(request, orders, [row({ id: 1 }), row({ id: 2 })])).toEqual({
      method: 'GET',
      path: '/orders',
      query: {
        'fields[orders]': 'id,total',
        filters: '{"field":"id","operator":"in","value":[1,2]}',
        'page[size]': '2',
      },
    })
  })

  it('asks for each part of a composite key', () => {
    const stays = { name: 'orders', primaryKey: ['country', 'code'] }
    const { filters } = buildReread(request, stays, [row({ country: 'FR', code: '75' })]).query
    expect(JSON.parse(filters ?? '')).toEqual({
      aggregator: 'or',
      conditions: [
        {
          aggregator: 'and',
          conditions: [
            { field: 'country', operator: 'equal', value: 'FR' },
            { field: 'code', operator: 'equal', value: '75' },
          ],
        },
      ],
    })
  })
})
