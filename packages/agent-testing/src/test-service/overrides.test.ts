import type { SchemaFile } from '@service/protocol'
import { createInProcessService, type InProcessServiceOptions } from '@service/service-client'
import { describe, expect, it } from 'vitest'
import { createOverrides } from './overrides.js'

const schema = {
  collections: [
    { name: 'orders', actions: [{ name: 'Refund' }, { name: 'Ship' }] },
    { name: 'customers', actions: [] },
  ],
} as unknown as SchemaFile

function open(rights: InProcessServiceOptions['rights']) {
  const users = [
    { id: 1, email: 'a@example.com', roleId: 1 },
    { id: 2, email: 'b@example.com', roleId: 2 },
  ]
  const service = createInProcessService({ users, rights })
  const overrides = createOverrides(service, () => schema)
  const rightsOn = (name: string) => {
    const { rights: now } = service.snapshot
    return now === true ? true : now.get(name)
  }
  return { service, overrides, rightsOn }
}

describe('overrides', () => {
  it('of an open environment leave everything else open', () => {
    const { overrides, rightsOn } = open(true)
    overrides.overrideCollection('orders', { delete: { roles: [1] } })
    expect(rightsOn('orders')).toMatchObject({ browse: true, delete: { roles: [1] } })
    expect(rightsOn('orders')).toHaveProperty(
      'actions',
      new Map([
        ['Refund', { trigger: true }],
        ['Ship', { trigger: true }],
      ]),
    )
    expect(rightsOn('customers')).toMatchObject({ browse: true, actions: true })
    overrides.clear()
    expect(rightsOn('orders')).toBe(true)
  })

  it('stand above the rights that were set, whichever came first', () => {
    const { overrides, rightsOn } = open({ orders: { browse: true, read: true } })
    overrides.overrideCollection('orders', { readEnabled: false })
    overrides.setRights('orders', { browse: { roles: [2] }, read: true })
    expect(rightsOn('orders')).toMatchObject({ browse: { roles: [2] }, read: false })
    overrides.clear()
    expect(rightsOn('orders')).toMatchObject({ browse: { roles: [2] }, read: true })
    expect(rightsOn('customers')).toMatchObject({ browse: false })
  })

  it('keep fields and actions that they do not name', () => {
    const { overrides, rightsOn } = open({
      orders: {
        browse: true,
        fields: { total: { read: false, edit: false } },
        actions: { Refund: { trigger: true, approve: { roles: [1] } }, Ship: true },
      },
    })
    overrides.overrideCollection('orders', { fields: { note: { edit: false } } })
    overrides.overrideCollection('orders', { fields: { note: { read: { roles: [1] } } } })
    overrides.overrideAction('orders', 'Refund', { approvalRequired: true })
    expect(rightsOn('orders')).toMatchObject({
      fields: new Map([
        ['total', { read: false, edit: false }],
        ['note', { read: { roles: [1] }, edit: false }],
      ]),
      actions: new Map([
        ['Refund', { trigger: true, approve: { roles: [1] }, requireApproval: true }],
        ['Ship', { trigger: true }],
      ]),
    })
  })

  it('give a condition to every role, or to the roles named', () => {
    const { overrides, rightsOn } = open({ orders: true })
    const filter = { field: 'total', operator: 'LessThan', value: 5 } as const
    overrides.overrideAction('orders', 'Ship', {
      triggerConditions: filter,
      userApprovalConditions: [{ roleId: 2, filter }],
    })
    const { actions } = rightsOn('orders') as unknown as { actions: Map<string, object> }
    expect(actions.get('Ship')).toEqual({
      trigger: true,
      triggerConditions: [
        { roleId: 1, filter },
        { roleId: 2, filter },
      ],
      approveConditions: [{ roleId: 2, filter }],
    })
  })

  it('refuse names that are no rights', () => {
    const { overrides } = open(true)
    expect(() => overrides.overrideAction('orders', 'Ship', { run: true } as object)).toThrow(
      /no right 'run'.*triggerEnabled/,
    )
    expect(() => overrides.overrideCollection('orders', { constructor: true } as object)).toThrow(
      "no right 'constructor'",
    )
  })
})
