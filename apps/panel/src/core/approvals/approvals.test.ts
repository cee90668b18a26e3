import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyLayout } from '../schema/apply-layout.js'
import { column, collection as define, key, schema } from '../testing/build-schema.js'
import { buildApprovalRecords, mostShownRecords, wasChangedSince } from './approval-records.js'
import {
  approvalTabs,
  buildApprovalsQuery,
  formatApprovalsState,
  parseApprovalsState,
  periods,
} from './approvals-state.js'
import { listInputs } from './list-inputs.js'

describe('the state of the list', () => {
  it('is the same after it was an address', () => {
    const text = fc.string({ minLength: 1 })
    const state = fc.record(
      {
        tab: fc.constantFrom(...approvalTabs),
        action: text,
        collection: text,
        requester: fc.integer({ min: 1 }),
        period: fc.constantFrom(...(Object.keys(periods) as (keyof typeof periods)[])),
      },
      { requiredKeys: ['tab'] },
    )
    fc.assert(
      fc.property(state, given => {
        expect(parseApprovalsState(formatApprovalsState(given))).toEqual(given)
      }),
    )
  })

  it('ignores what it does not know', () => {
    const parameters = { tab: 'all', requester: '-1', period: 'constructor', action: '' }
    expect(parseApprovalsState(parameters)).toEqual({ tab: 'review' })
  })

  it('is asked of the service with the first moment of the period where the person is', () => {
    const now = new Date('2026-03-30T10:00:00Z')
    const state = { tab: 'history', action: 'Refund', requester: 3, period: 'week' } as const
    // Clocks went forward in between.
    expect(buildApprovalsQuery('history', state, now, 'Europe/Paris')).toEqual({
      view: 'history',
      actionName: 'Refund',
      requesterId: '3',
      'createdAt.gte': '2026-03-23T23:00:00.000Z',
    })
  })
})

const orders = applyLayout(
  schema(
    define('orders', [
      key(),
      column('reference'),
      column('status', 'Enum', { enums: ['paid', 'shipped'] }),
      column('updated_at', 'Date'),
    ]),
  ),
  null,
)
const model = orders.get('orders')!

describe('the records of a request', () => {
  it('are read in one request, with their titles and no more of them than are shown', () => {
    const ids = Array.from({ length: 50 }, (_, index) => String(index + 1))
    const request = buildApprovalRecords(model, orders, ids)
    expect(request?.path).toBe('/orders')
    expect(request?.query['fields[orders]']?.split(',').toSorted()).toEqual(
      ['id', 'reference', 'status', 'updated_at'].toSorted(),
    )
    expect(request?.query['page[size]']).toBe(String(mostShownRecords))
    expect(JSON.parse(request?.query.filters ?? '').value).toHaveLength(mostShownRecords)
  })

  it('are not asked for where there are none, or the person may not see them', () => {
    expect(buildApprovalRecords(model, orders, [])).toBeUndefined()
    const hidden = { ...model, rights: { ...model.rights, browse: false } }
    expect(buildApprovalRecords(hidden, orders, ['1'])).toBeUndefined()
  })

  it('were changed since when they say so themselves', () => {
    const approval = { createdAt: '2026-09-30T12:00:00.000Z' }
    const changed = (values: object) =>
      wasChangedSince(
        { id: '1', collection: 'orders', values: { ...values }, related: {} },
        model,
        approval,
      )
    expect(changed({ updated_at: '2026-09-30T12:00:01.000Z' })).toBe(true)
    expect(changed({ updated_at: '2026-09-30T11:59:59.000Z' })).toBe(false)
    expect(changed({})).toBeUndefined()
  })
})

describe('the form values of a request', () => {
  const field = (name: string, rest: object) => ({
    field: name,
    label: name,
    type: 'String',
    ...rest,
  })
  const action = {
    fields: [
      field('Amount', {
        type: 'Number',
        label: 'Amount to refund',
        widgetEdit: { name: 'price editor', parameters: { currency: 'EUR' } },
      }),
      field('Reason', {
        widgetEdit: {
          name: 'radio button',
          parameters: { static: { options: [{ label: 'Damaged', value: 'd' }] } },
        },
      }),
      field('Order', { type: 'Number', reference: 'orders.id' }),
    ],
  } as unknown as Parameters<typeof listInputs>[1]

  it('are in the order of the form, with its labels, its widgets and what was chosen', () => {
    const approval = {
      id: 1,
      collectionName: 'orders',
      inputs: [
        { name: 'Gone', type: 'Json', value: { a: 1 } },
        { name: 'Reason', type: 'String', value: 'd' },
        { name: 'Order', type: 'Number', value: 12 },
        { name: 'Amount', type: 'Number', value: 70 },
      ],
    }
    const shown = listInputs(approval, action, ['orders']).map(input => [
      input.field.label,
      input.field.show.name,
      input.record.values[input.field.name],
      input.related?.id,
    ])
    expect(shown).toEqual([
      ['Amount to refund', 'money', 70, undefined],
      ['Reason', 'text', 'Damaged', undefined],
      ['Order', 'text', 12, '12'],
      ['Gone', 'json', { a: 1 }, undefined],
    ])
  })

  it('are shown by their names where the action is not known', () => {
    const approval = {
      id: 1,
      collectionName: 'orders',
      inputs: [{ name: 'Amount', type: 'Number' }],
    }
    const [input] = listInputs(approval, undefined, [])
    expect([input?.field.label, input?.record.values.Amount]).toEqual(['Amount', null])
  })
})
