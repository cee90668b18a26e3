import { operators as toolkitOperators } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { parseBody } from '../../http/parse.js'
import type { ConditionTree } from './condition-tree.js'
import { operators, operatorsWithoutValue } from './operators.js'
import { RoleRights } from './rights.js'

const parse = (document: unknown) =>
  parseBody(
    RoleRights,
    new Request('http://127.0.0.1/', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: typeof document === 'string' ? document : JSON.stringify(document),
    }),
    { bodyLimit: 4 * 1024 * 1024 },
  )

const withCondition = (triggerCondition: unknown) => ({
  defaults: {},
  collections: { orders: { actions: { Refund: { trigger: true, triggerCondition } } } },
})

const nested = (levels: number): ConditionTree =>
  levels === 1
    ? { field: 'amount', operator: 'less_than', value: 1000 }
    : { aggregator: 'and', conditions: [nested(levels - 1)] }

const denied = { browse: false, read: false, edit: false, add: false, delete: false, export: false }

describe('the document of rights', () => {
  it('denies what it does not mention', async () => {
    await expect(
      parse({ defaults: {}, collections: { orders: { browse: true, actions: { Refund: {} } } } }),
    ).resolves.toEqual({
      defaults: denied,
      collections: {
        orders: {
          ...denied,
          browse: true,
          actions: {
            Refund: { trigger: false, requireApproval: false, approve: false, selfApprove: false },
          },
        },
      },
    })
  })

  it('knows the operators of the wire, each once', () => {
    const wireNames = toolkitOperators.map(name => name.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase())
    expect([...operators].sort()).toEqual([...wireNames].sort())
    expect(operators).toEqual(expect.arrayContaining([...operatorsWithoutValue]))
  })

  it.each(['{{currentUser.email}}', '{{currentUser.tags.country}}', '{{currentUser.team.name}}'])(
    'takes conditions with %s, which people do not change themselves',
    async value => {
      const condition = { field: 'owner', operator: 'equal', value }
      await expect(parse(withCondition(condition))).resolves.toBeDefined()
    },
  )

  it('takes conditions of ten levels and refuses eleven', async () => {
    await expect(parse(withCondition(nested(10)))).resolves.toBeDefined()
    await expect(parse(withCondition(nested(11)))).rejects.toMatchObject({ status: 400 })
  })

  it('refuses a hundred thousand levels without falling over', async () => {
    const deep = `${'{"aggregator":"and","conditions":['.repeat(100_000)}${']}'.repeat(100_000)}`
    const text = JSON.stringify(withCondition('HERE')).replace('"HERE"', deep)
    await expect(parse(text)).rejects.toMatchObject({ status: 400, code: 'invalid_body' })
  })

  it('takes 500 conditions and refuses 501', async () => {
    const leaf = nested(1)
    const group = (count: number) => ({ aggregator: 'or', conditions: Array(count).fill(leaf) })
    await expect(parse(withCondition(group(500)))).resolves.toBeDefined()
    await expect(parse(withCondition(group(501)))).rejects.toThrow(
      "'collections.orders.actions.Refund.triggerCondition' must have at most 500 conditions in all.",
    )
  })

  it.each([
    [{ field: 'a', operator: 'is', value: 1 }, /operator' must be one of 'equal', /],
    [{ field: 'a', operator: 'equal' }, /value' must be given/],
    [{ field: 'a', operator: 'present', value: 1 }, /value' must be given/],
    [{ field: 'a', operator: 'equal', value: { x: 1 } }, /value' must be/],
    [{ field: 'a', operator: 'equal', value: 'a\0' }, /value' must not contain NUL characters/],
    [{ field: 'a', operator: 'equal', value: '\ud800' }, /value' must not contain NUL characters/],
    [{ field: '', operator: 'present' }, /field' must have 1 to 255 characters/],
    [{ field: 'a', operator: 'present', source: 'form' }, /source' must be one of 'data', 'input'/],
    [{ field: 'a', operator: 'present', extra: 1 }, /Unknown field '.*triggerCondition\.extra'/],
    [{ aggregator: 'xor', conditions: [nested(1)] }, /aggregator' must be one of 'and', 'or'/],
    [{ aggregator: 'and', conditions: [] }, /conditions' must have at least one condition/],
    [
      { aggregator: 'and', conditions: [nested(1), { field: 'b', operator: 'no', value: 1 }] },
      /triggerCondition\.conditions\.1\.operator' must be one of/,
    ],
    ['amount', /triggerCondition' must be an object/],
    [
      { field: 'owner', operator: 'like', value: '{{currentUser.firstName}}' },
      /triggerCondition' must not contain the user variable 'currentUser\.firstName'\. Allowed: \{\{currentUser\.id\|email\|permissionLevel\|roleId\}\}/,
    ],
    [
      { field: 'Why', operator: 'equal', value: '{{currentUser.nickname}}', source: 'input' },
      /must not contain the user variable 'currentUser\.nickname'/,
    ],
  ])('refuses the condition %j, naming the place', async (condition, message) => {
    await expect(parse(withCondition(condition))).rejects.toThrow(message)
  })

  it.each([
    [{ collections: {} }, "'defaults' is missing."],
    [{ defaults: { brows: true }, collections: {} }, "Unknown field 'defaults.brows'."],
    [{ defaults: { browse: 1 }, collections: {} }, "'defaults.browse' must be a boolean."],
    [
      { defaults: {}, collections: { orders: { fields: { total: { read: true } } } } },
      "'collections.orders.fields.total.edit' is missing.",
    ],
  ])('refuses %j', async (document, message) => {
    await expect(parse(document)).rejects.toThrow(message)
  })
})
