import { describe, expect, it } from 'vitest'
import { ada, wireRights } from '../testing/wire-documents.js'
import { parseIpRules } from './parse-ip-rules.js'
import { parseRenderings } from './parse-renderings.js'
import { parseRights } from './parse-rights.js'
import { parseUsers } from './parse-users.js'

function parsed<T>(
  parse: (document: unknown, warn: (message: string) => void) => T,
  document: unknown,
) {
  const warnings: string[] = []
  return { value: parse(document, message => warnings.push(message)), warnings }
}

const action = {
  triggerEnabled: { roles: [1] },
  approvalRequired: false,
  userApprovalEnabled: true,
  selfApprovalEnabled: { roles: [] },
}
const condition = { roleId: 2, filter: { field: 'amount', operator: 'less_than', value: 10 } }
const withRight = (collection: object) => ({
  collections: {
    orders: wireRights(true),
    users: { ...wireRights(true), collection: { ...wireRights(true).collection, ...collection } },
  },
})
const withAction = (given: object) => ({
  collections: {
    orders: { ...wireRights(true), actions: { refund: { ...action, ...given }, ship: action } },
  },
})

describe('parseRights', () => {
  it('reads true as an open environment', () => {
    expect(parsed(parseRights, true)).toEqual({ value: true, warnings: [] })
  })

  it('accepts booleans and lists of roles, with and without conditions', () => {
    const document = withAction({ triggerConditions: [condition], userApprovalConditions: [] })
    const { value, warnings } = parsed(parseRights, document)
    expect(warnings).toEqual([])
    expect(value).toMatchObject(new Map([['orders', { browse: true, export: true }]]))
    const orders = (value as ReadonlyMap<string, { actions: ReadonlyMap<string, object> }>).get(
      'orders',
    )
    expect(orders?.actions.get('refund')).toEqual({
      trigger: { roles: [1] },
      triggerConditions: [condition],
      requireApproval: false,
      requireApprovalConditions: undefined,
      approve: true,
      approveConditions: [],
      selfApprove: { roles: [] },
    })
  })

  it.each([
    [{ readEnabled: 'yes' }, "'readEnabled' is not an object"],
    [{ readEnabled: undefined }, "'readEnabled' is not an object"],
    [{ addEnabled: null }, "'addEnabled' is not an object"],
    [{ editEnabled: [1] }, "'editEnabled' is not an object"],
    [{ deleteEnabled: {} }, "'deleteEnabled.roles' is not a list"],
    [{ exportEnabled: { roles: ['1'] } }, "a role of 'exportEnabled' is not a whole number"],
    [
      { browseEnabled: { roles: [1], unless: [2] } },
      "'browseEnabled' has the unknown key 'unless'",
    ],
  ])('refuses the one collection whose rights are %j, naming it', (wrong, why) => {
    const { value, warnings } = parsed(parseRights, withRight(wrong))
    expect([...(value as ReadonlyMap<string, unknown>).keys()]).toEqual(['orders'])
    expect(warnings).toEqual([`Collection 'users' is refused: ${why}.`])
  })

  it('refuses a whole collection for a field that cannot be read: left out, it would be open', () => {
    const { value, warnings } = parsed(parseRights, {
      collections: { users: { ...wireRights(true), fields: { salary: { readEnabled: 0 } } } },
    })
    expect(value).toEqual(new Map())
    expect(warnings).toHaveLength(1)
  })

  it.each([
    { triggerEnabled: 'everybody' },
    { approvalRequired: undefined },
    { triggerConditions: [{ roleId: 2 }] },
    { triggerConditions: {} },
    { userApprovalConditions: [{ filter: {} }] },
  ])('refuses the one action whose rights are %j, naming it', wrong => {
    const { value, warnings } = parsed(parseRights, withAction(wrong))
    const orders = (value as ReadonlyMap<string, { actions: ReadonlyMap<string, object> }>).get(
      'orders',
    )
    expect([...(orders?.actions.keys() ?? [])]).toEqual(['ship'])
    expect(warnings).toEqual([expect.stringMatching(/^Action 'refund' of 'orders' is refused: /)])
  })

  it.each([null, false, 5, 'true', [], {}, { collections: [] }])(
    'throws for %j as a whole',
    document => {
      expect(() => parsed(parseRights, document)).toThrow()
    },
  )
})

describe('parseUsers', () => {
  it('makes nobody of a user who cannot be read, and leaves the others', () => {
    const wrong = [
      { ...ada, id: '8' },
      { ...ada, id: 9, tags: { region: 5 } },
      null,
      { ...ada, id: 10, roleId: undefined },
    ]
    const { value, warnings } = parsed(parseUsers, [...wrong, ada])
    expect([...value.users.keys()]).toEqual([7])
    expect(warnings).toHaveLength(4)
    expect(warnings[0]).toBe("User 1 of the list is refused: 'id' is not a whole number.")
  })

  it('throws for what is no list', () => {
    expect(() => parsed(parseUsers, {})).toThrow('the document is not a list')
  })
})

describe('parseRenderings', () => {
  const rendering = { team: { id: 3, name: 'Operations' }, collections: {}, stats: [] }
  const orders = { scope: null, segments: ['select 1'] }

  it('takes SQL segments with their connection when it is given', () => {
    const live = [
      { connectionName: 'main', query: 'select 2' },
      { connectionName: 'main', query: 'select 3', name: 'Three' },
    ]
    const { value } = parsed(parseRenderings, {
      5: { ...rendering, collections: { orders, users: { ...orders, liveQuerySegments: live } } },
    })
    expect(value.get(5)?.collections).toEqual(
      new Map([
        ['orders', { scope: null, liveQueries: [{ query: 'select 1' }] }],
        ['users', { scope: null, liveQueries: live }],
      ]),
    )
  })

  it('refuses the renderings, collections and charts that cannot be read, and no other', () => {
    const { value, warnings } = parsed(parseRenderings, {
      5: {
        ...rendering,
        collections: { orders, users: { segments: [] }, carts: { scope: 'all', segments: [] } },
      },
      6: { ...rendering, team: undefined },
      seven: rendering,
      8: { ...rendering, stats: ['a chart', { type: 'Value' }] },
    })
    expect([...value.keys()]).toEqual([5, 8])
    expect([...(value.get(5)?.collections.keys() ?? [])]).toEqual(['orders'])
    expect(value.get(8)?.charts).toEqual([{ type: 'Value' }])
    expect(warnings).toHaveLength(5)
  })
})

describe('parseIpRules', () => {
  const document = (attributes: object) => ({ data: { attributes } })

  it('lets everybody in when the list is not used, nobody by a rule it cannot read', () => {
    const rules = [{ type: 2, range: '10.0.0.0/8' }, { type: 3 }, { type: 0 }]
    expect(parsed(parseIpRules, document({ use_ip_whitelist: false, rules })).value).toBeUndefined()
    const { value, warnings } = parsed(parseIpRules, document({ use_ip_whitelist: true, rules }))
    expect(value).toEqual([{ type: 2, range: '10.0.0.0/8' }])
    expect(warnings).toHaveLength(2)
  })

  it.each([{}, { use_ip_whitelist: 'no', rules: [] }, { use_ip_whitelist: true }])(
    'throws for %j: nobody knows whom to let in',
    attributes => {
      expect(() => parsed(parseIpRules, document(attributes))).toThrow()
    },
  )
})
