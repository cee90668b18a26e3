import type { CollectionModel } from '@service/engine'
import type { ActionRights, Rendering, ServiceUser, Snapshot } from '@service/service-client'
import { describe, expect, it } from 'vitest'
import { createActionRights } from './action-rights.js'

const orders = { name: 'orders', isExported: true } as CollectionModel
const paid = { field: 'status', operator: 'equal', value: 'paid' }
const large = { field: 'total', operator: 'greater_than', value: 100 }

interface Given {
  readonly rights?: Snapshot['rights']
  readonly actions?: true | Readonly<Record<string, ActionRights>>
  readonly seen?: readonly string[]
  readonly roleId?: number
  readonly collection?: CollectionModel
}

/** The rights of role 1 on the action Refund. */
function rightsOn({ rights, actions, seen = ['orders'], roleId = 1, collection = orders }: Given) {
  const known = typeof actions === 'object' ? new Map(Object.entries(actions)) : actions
  const snapshot = {
    rights: rights ?? new Map([['orders', { actions: known }]]),
    users: new Map([3, 1].map(role => [role, { roleId: role } as ServiceUser])),
    roles: new Map([
      [2, 'Finance'],
      [1, 'Support'],
    ]),
  } as unknown as Snapshot
  const rendering = { collections: new Map(seen.map(name => [name, {}])) } as unknown as Rendering
  return createActionRights(snapshot, rendering, { roleId } as ServiceUser)('Refund', collection)
}

const granted = (given: Given) => {
  const { trigger, requireApproval, approve, selfApprove } = rightsOn(given)
  return { trigger, requireApproval, approve, selfApprove }
}
const yes = { isGranted: true }
const no = { isGranted: false }
const everything = { trigger: yes, requireApproval: no, approve: yes, selfApprove: yes }
const nothing = { trigger: no, requireApproval: no, approve: no, selfApprove: no }

describe('the rights on an action', () => {
  it('are all granted in an open environment, and where all actions are', () => {
    expect(granted({ rights: true })).toEqual(everything)
    expect(granted({ actions: true })).toEqual(everything)
  })

  it.each<[string, Given]>([
    ['its collection is not shown', { collection: { ...orders, isExported: false } }],
    [
      'the collection is not shown, in an open environment',
      { rights: true, collection: { ...orders, isExported: false } },
    ],
    ['the team does not see the collection', { seen: [] }],
    ['nobody gave rights on the collection', { rights: new Map() }],
    ['nobody gave rights on actions', { actions: undefined }],
    ['nobody gave rights on this action', { actions: { Look: { trigger: true } } }],
  ])('are refused when %s', (_, given) => {
    expect(granted({ actions: true, ...given })).toEqual(nothing)
  })

  it('are those of the role', () => {
    const actions = { Refund: { trigger: { roles: [2] }, approve: { roles: [1] } } }
    expect(granted({ actions })).toEqual({ ...nothing, approve: yes })
    expect(granted({ actions, roleId: 2 })).toEqual({ ...nothing, trigger: yes })
  })

  it('come under the conditions of the role: all must hold to allow, any demands', () => {
    const conditions = [
      { roleId: 1, filter: paid },
      { roleId: 2, filter: large },
      { roleId: 1, filter: large },
    ]
    const actions = {
      Refund: {
        trigger: true as const,
        triggerConditions: conditions,
        requireApproval: true as const,
        requireApprovalConditions: conditions,
        approve: true as const,
        approveConditions: conditions,
        selfApprove: { roles: [2] },
      },
    }
    const both = (aggregator: string) => ({ aggregator, conditions: [paid, large] })
    expect(granted({ actions })).toEqual({
      trigger: { ...yes, condition: both('and') },
      requireApproval: { ...yes, condition: both('or') },
      approve: { ...yes, condition: both('and') },
      selfApprove: { ...no, condition: both('and') },
    })
    expect(granted({ actions, roleId: 2 })).toEqual({
      trigger: { ...yes, condition: large },
      requireApproval: { ...yes, condition: large },
      approve: { ...yes, condition: large },
      selfApprove: { ...yes, condition: large },
    })
    expect(rightsOn({ actions }).approvers()).toEqual([
      { roleId: 1, condition: both('and') },
      { roleId: 2, condition: large },
      { roleId: 3 },
    ])
  })
})

describe('the approvers of an action', () => {
  it('are the roles it names, each once and in order', () => {
    const actions = { Refund: { trigger: true as const, approve: { roles: [9, 2, 9] } } }
    expect(rightsOn({ actions }).approvers()).toEqual([{ roleId: 2 }, { roleId: 9 }])
  })

  it('are all roles that are known, or held, when everybody may', () => {
    const roles = rightsOn({ actions: true }).approvers()
    expect(roles.map(({ roleId }) => roleId)).toEqual([1, 2, 3])
  })

  it('are none when nobody may', () => {
    for (const approve of [false, undefined]) {
      const actions = { Refund: { trigger: true as const, approve } }
      expect(rightsOn({ actions }).approvers()).toEqual([])
    }
  })
})
