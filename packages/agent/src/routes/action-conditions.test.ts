import { afterEach, describe, expect, it } from 'vitest'
import { openRefunds, type Refunds, refundBody, refundPath } from '../testing/action-rights.js'
import { type Answer, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'
import { spiedSource } from '../testing/spied-source.js'

let opened: Refunds | undefined

afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function open(options: Parameters<typeof openRefunds>[0] = {}) {
  opened = await openRefunds(options)
  return opened
}

const leaf = (field: string, operator: string, value?: unknown) => ({ field, operator, value })
const input = (field: string, operator: string, value?: unknown) => ({
  ...leaf(field, operator, value),
  source: 'input',
})
const isPaid = leaf('status', 'equal', 'paid')
const all = (excluded: readonly string[] = []) => ({
  ids: [],
  all_records: true,
  all_records_ids_excluded: excluded,
})
const outcome = (answer: Answer) =>
  answer.status === 200 ? 'runs' : [answer.status, readError(answer).name].join(' ')

const refused = '403 CustomActionTriggerForbiddenError'
const waits = '403 CustomActionRequiresApprovalError'

describe('a condition on running an action', () => {
  it.each([
    [{ ids: ['1', '3'] }, 'runs'],
    [{ ids: ['1', '1', '01', '3'] }, 'runs'],
    [{ ids: [] }, 'runs'],
    [{ ids: ['1', '2'] }, refused],
    [{ ids: ['1', '404'] }, refused],
    [all(['2']), 'runs'],
    [all(), refused],
    [{ ...all(), all_records_subset_query: { filters: JSON.stringify(isPaid) } }, 'runs'],
  ])('must hold for every record of %j: %s', async (attributes, expected) => {
    const { allow, refund, runs } = await open()
    allow({ triggerConditions: [{ roleId: 1, filter: isPaid }] })
    expect(outcome(await refund(attributes))).toBe(expected)
    expect(runs).toHaveLength(expected === 'runs' ? 1 : 0)
  })

  it("does not hold for a record out of the caller's scope, whatever is in it", async () => {
    const { allow, refund, service } = await open()
    allow({ triggerConditions: [{ roleId: 1, filter: isPaid }] })
    service.setScope(1, 'orders', leaf('id', 'less_than', 3))
    expect(outcome(await refund({ ids: ['1'] }))).toBe('runs')
    expect(outcome(await refund({ ids: ['1', '3'] }))).toBe(refused)
    expect(outcome(await refund(all(['2'])))).toBe('runs')
  })

  it.each([
    [{ ids: ['1', '3'] }, 1],
    [all(['2']), 2],
  ])('costs few queries for %j: %i', async (attributes, expected) => {
    const asked: string[] = []
    const { allow, refund } = await open({ source: spiedSource(shop(), asked) })
    allow({ triggerConditions: [{ roleId: 1, filter: isPaid }] })
    await refund(attributes)
    expect(asked.filter(line => line === 'aggregate orders')).toHaveLength(expected)
  })

  it('costs nothing when the role has none', async () => {
    const asked: string[] = []
    const { allow, refund } = await open({ source: spiedSource(shop(), asked) })
    allow({ triggerConditions: [{ roleId: 2, filter: isPaid }] })
    expect(outcome(await refund({ ids: ['1', '2'] }))).toBe('runs')
    expect(asked.filter(line => line === 'aggregate orders')).toEqual([])
  })

  it('may cross relations, in exported names, whatever of their targets the caller sees', async () => {
    const { allow, refund, service } = await open({
      customize: agent =>
        agent.customizeCollection('customers', each => each.renameField('country', 'land')),
    })
    allow({ triggerConditions: [{ roleId: 1, filter: leaf('customer:land', 'equal', 'FR') }] })
    service.setRights('customers', { browse: true })
    expect(outcome(await refund({ ids: ['1', '2'] }))).toBe('runs')
    expect(outcome(await refund({ ids: ['3'] }))).toBe(refused)
    service.setScope(1, 'customers', leaf('id', 'greater_than', 1))
    expect(outcome(await refund({ ids: ['1'] }))).toBe('runs')
    allow({ triggerConditions: [{ roleId: 1, filter: leaf('customer:land', 'blank') }] })
    expect(outcome(await refund({ ids: ['1'] }))).toBe(refused)
    expect(outcome(await refund(all(['3', '4'])))).toBe(refused)
  })

  it('may depend on the user', async () => {
    const { allow, refund, service } = await open()
    service.setRights('customers', { browse: true })
    const filter = leaf('customer:country', 'equal', '{{currentUser.tags.country}}')
    const conditions = [1, 2].map(roleId => ({ roleId, filter }))
    allow({ triggerConditions: conditions })
    expect(outcome(await refund({ ids: ['1'] }, 7))).toBe('runs')
    expect(outcome(await refund({ ids: ['1'] }, 8))).toBe(refused)
    expect(outcome(await refund({ ids: ['3'] }, 8))).toBe('runs')
  })

  it.each([
    ['%', refused],
    ['O-_', refused],
    ['O-1', 'runs'],
  ])('takes a value of the user, %j, for no pattern: %s', async (country, expected) => {
    const { allow, refund, service } = await open()
    service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, tags: { country } })
    const filter = leaf('reference', 'like', '{{currentUser.tags.country}}')
    allow({ triggerConditions: [{ roleId: 1, filter }] })
    expect(outcome(await refund({ ids: ['1'] }))).toBe(expected)
  })

  it('holds when all those of the role do', async () => {
    const { allow, refund } = await open()
    allow({
      triggerConditions: [isPaid, leaf('total', 'greater_than', 15)].map(filter => ({
        roleId: 1,
        filter,
      })),
    })
    expect(outcome(await refund({ ids: ['4'] }))).toBe('runs')
    expect(outcome(await refund({ ids: ['1'] }))).toBe(refused)
    expect(outcome(await refund({ ids: ['2'] }))).toBe(refused)
  })

  it('does not keep the form from whoever has the right', async () => {
    const { allow, send } = await open()
    allow({ triggerConditions: [{ roleId: 1, filter: leaf('id', 'equal', 404) }] })
    const answer = await send('POST', `${refundPath}/hooks/load`, refundBody({ ids: ['1'] }))
    expect(answer.status).toBe(200)
  })
})

describe('a condition on a value of the form', () => {
  it.each([
    [input('Amount', 'less_than', 100), { Amount: 50 }, 'runs'],
    [input('Amount', 'less_than', 100), { Amount: '50' }, 'runs'],
    [input('Amount', 'less_than', 100), { Amount: 100 }, refused],
    [input('Amount', 'less_than', 100), {}, 'runs'],
    [input('Amount', 'present'), { Amount: null }, refused],
    [input('Reason: why?', 'equal', 'late'), {}, 'runs'],
    [input('Reason: why?', 'i_contains', 'LAT'), { 'Reason: why?': 'too late' }, 'runs'],
    [input('End', 'in', ['well', 'badly']), { End: 'well' }, 'runs'],
    [input('End', 'in', 'badly,abruptly'), { End: 'well' }, refused],
  ])('decides %j with %j: %s', async (filter, values, expected) => {
    const { allow, refund } = await open()
    allow({ triggerConditions: [{ roleId: 1, filter }] })
    expect(outcome(await refund({ ids: ['1'], values }))).toBe(expected)
    expect(outcome(await refund({ ids: [], values }))).toBe(expected)
  })

  it('is read on what the action will run with, not on what was sent', async () => {
    const { allow, refund } = await open()
    allow({ triggerConditions: [{ roleId: 1, filter: input('Limit', 'less_than', 100) }] })
    expect(outcome(await refund({ ids: ['1'], values: { Limit: 1 } }))).toBe(refused)
  })

  it('combines with conditions on records', async () => {
    const { allow, refund } = await open()
    const small = input('Amount', 'less_than', 100)
    const filter = { aggregator: 'or', conditions: [small, { ...isPaid, source: 'data' }] }
    allow({ triggerConditions: [{ roleId: 1, filter }] })
    expect(outcome(await refund({ ids: ['1', '2'], values: { Amount: 5 } }))).toBe('runs')
    expect(outcome(await refund({ ids: ['1', '2'], values: { Amount: 500 } }))).toBe(refused)
    expect(outcome(await refund({ ids: ['1', '3'], values: { Amount: 500 } }))).toBe('runs')
  })
})

describe('a condition on needing an approval', () => {
  it.each([
    [isPaid, { ids: ['2'] }, 'runs'],
    [isPaid, { ids: ['1', '2'] }, waits],
    [isPaid, { ids: ['2', '404'] }, waits],
    [isPaid, { ids: [] }, 'runs'],
    [isPaid, all(['1', '3', '4']), 'runs'],
    [isPaid, all(), waits],
    [input('Amount', 'greater_than', 100), { ids: ['1'], values: { Amount: 5 } }, 'runs'],
    [input('Amount', 'greater_than', 100), { ids: [], values: { Amount: 500 } }, waits],
    [input('Limit', 'greater_than', 100), { ids: ['1'], values: { Limit: 5 } }, waits],
  ])('%j is met when one of %j is: %s', async (filter, attributes, expected) => {
    const { allow, refund, runs } = await open()
    allow({ requireApproval: true, requireApprovalConditions: [{ roleId: 1, filter }] })
    expect(outcome(await refund(attributes))).toBe(expected)
    expect(runs).toHaveLength(expected === 'runs' ? 1 : 0)
  })

  it('is met when any of those of the role is', async () => {
    const { allow, refund } = await open()
    allow({
      requireApproval: { roles: [1] },
      requireApprovalConditions: [leaf('id', 'equal', 1), leaf('id', 'equal', 2)].map(filter => ({
        roleId: 1,
        filter,
      })),
    })
    expect(outcome(await refund({ ids: ['2'] }))).toBe(waits)
    expect(outcome(await refund({ ids: ['3'] }))).toBe('runs')
    expect(outcome(await refund({ ids: ['2'] }, 8))).toBe('runs')
  })

  it('is not skipped by a narrower scope, and tells nothing of what is out of it', async () => {
    const { allow, refund, service, runs } = await open()
    allow({
      requireApproval: true,
      requireApprovalConditions: [{ roleId: 1, filter: isPaid }],
    })
    service.setScope(1, 'orders', leaf('id', 'equal', 2))
    for (const id of ['1', '3', '404']) {
      expect(outcome(await refund({ ids: ['2', id] }))).toBe(waits)
    }
    expect(runs).toEqual([])
    expect(outcome(await refund({ ids: ['2'] }))).toBe('runs')
    expect(outcome(await refund(all()))).toBe('runs')
    expect(runs).toEqual(['Ada refunds 10 of 2', 'Ada refunds 10 of 2'])
  })

  it('is not skipped by a scope that hides what it asks of a relation', async () => {
    const { allow, refund, service, runs } = await open()
    const filter = leaf('customer:country', 'equal', 'FR')
    allow({ requireApproval: true, requireApprovalConditions: [{ roleId: 1, filter }] })
    service.setRights('customers', { browse: true })
    service.setScope(1, 'customers', leaf('country', 'equal', 'US'))
    expect(outcome(await refund({ ids: ['1'] }))).toBe(waits)
    expect(outcome(await refund(all()))).toBe(waits)
    expect(runs).toEqual([])
    expect(outcome(await refund({ ids: ['3'] }))).toBe('runs')
  })

  it.each([
    [{ ids: ['1', '3'] }, 2],
    [all(['2']), 1],
  ])('costs few queries for %j: %i', async (attributes, expected) => {
    const asked: string[] = []
    const { allow, refund } = await open({ source: spiedSource(shop(), asked) })
    const filter = leaf('id', 'equal', 404)
    allow({ requireApproval: true, requireApprovalConditions: [{ roleId: 1, filter }] })
    expect(outcome(await refund(attributes))).toBe('runs')
    expect(asked.filter(line => line === 'aggregate orders')).toHaveLength(expected)
  })

  it('that only the form decides is not met for want of a record', async () => {
    const { allow, refund } = await open()
    const filter = input('Amount', 'greater_than', 100)
    allow({ requireApproval: true, requireApprovalConditions: [{ roleId: 1, filter }] })
    const ids = ['1', '404']
    expect(outcome(await refund({ ids, values: { Amount: 5 } }))).toBe('runs')
    expect(outcome(await refund({ ids, values: { Amount: 500 } }))).toBe(waits)
  })

  it('is read at the time of the request, unseen by hooks', async () => {
    const seen: string[] = []
    const { allow, refund } = await open({
      customize: agent =>
        agent.customizeCollection('orders', orders =>
          orders.addHook('Before', 'Aggregate', () => {
            seen.push('counted')
          }),
        ),
    })
    const filter = leaf('paid_at', 'past')
    allow({ requireApproval: true, requireApprovalConditions: [{ roleId: 1, filter }] })
    expect(outcome(await refund({ ids: ['1'] }))).toBe(waits)
    expect(outcome(await refund({ ids: ['2'] }))).toBe('runs')
    expect(seen).toEqual([])
  })

  it('is not asked in an open environment', async () => {
    const { refund } = await open()
    expect(outcome(await refund({ ids: ['1'] }))).toBe('runs')
  })
})

describe('a condition on an action on no record', () => {
  const look = (attributes: object) =>
    opened!.send('POST', '/_actions/orders/1/look', refundBody(attributes))
  const unpaid = { filters: JSON.stringify(leaf('status', 'not_equal', 'paid')) }
  const paid = { filters: JSON.stringify(isPaid) }

  async function allowLook(rights: object) {
    const { service } = await open()
    service.setRights('orders', {
      browse: true,
      read: true,
      actions: { Look: { trigger: true, ...rights } },
    })
    return service
  }

  it.each([
    { ids: [] },
    { ids: ['2'] },
    { ids: [], all_records: true, all_records_subset_query: unpaid },
    { ids: ['2'], all_records_subset_query: unpaid },
  ])('is read on the whole collection, whatever %j selects', async attributes => {
    await allowLook({
      requireApproval: true,
      requireApprovalConditions: [{ roleId: 1, filter: isPaid }],
    })
    expect(outcome(await look(attributes))).toBe(waits)
  })

  it('is read on the whole collection, whatever the caller sees of it', async () => {
    const service = await allowLook({
      requireApproval: true,
      requireApprovalConditions: [{ roleId: 1, filter: isPaid }],
    })
    service.setScope(1, 'orders', leaf('id', 'equal', 2))
    expect(outcome(await look({ ids: [] }))).toBe(waits)
  })

  it('must hold for every record of the collection to run', async () => {
    const service = await allowLook({ triggerConditions: [{ roleId: 1, filter: isPaid }] })
    expect(outcome(await look({ ids: [], all_records_subset_query: paid }))).toBe(refused)
    service.setScope(1, 'orders', isPaid)
    expect(outcome(await look({ ids: [] }))).toBe(refused)
    await opened!.close()
    await allowLook({ triggerConditions: [{ roleId: 1, filter: leaf('id', 'present') }] })
    expect(outcome(await look({ ids: [], all_records_subset_query: paid }))).toBe('runs')
  })
})

describe('a condition that cannot be evaluated', () => {
  it.each([
    [leaf('secret_field', 'equal', 1), /No field 'secret_field'/],
    [leaf('status', 'resembles', 'paid'), /Unknown operator/],
    [leaf('total', 'greater_than', 'many'), /is not a Number/],
    [leaf('status', 'equal', '{{currentUser.tags.secret}}'), /no value for/],
    [leaf('reference', 'equal', '{{currentUser.firstName}}'), /people change it themselves/],
    [input('Reason: why?', 'equal', '{{currentUser.fullName}}'), /people change it themselves/],
    [input('Bribe', 'equal', 1), /the form has no field 'Bribe'/],
    [input('Papers', 'present'), /the form has no field 'Papers'/],
    [input('Amount', 'contains', 'x'), /cannot filter 'Amount'/],
    [{ ...isPaid, source: 'moon' }, /'source' must be/],
    [{}, /'field' of a filter/],
    [null, /null is not a condition tree/],
    [{ aggregator: 'and', conditions: [null] }, /null/],
  ])('refuses with 422 for %j and tells the log why', async (filter, reason) => {
    const lines: string[] = []
    const logger = (level: string, message: string) => lines.push(`${level} ${message}`)
    const { allow, refund, runs } = await open({ logger, loggerLevel: 'Warn' })
    for (const step of ['triggerConditions', 'requireApprovalConditions']) {
      lines.length = 0
      allow({ requireApproval: true, [step]: [{ roleId: 1, filter }] })
      const answer = await refund({ ids: ['1'] })
      expect(outcome(answer)).toBe('422 InvalidActionConditionError')
      expect(answer.text).not.toMatch(/secret|Bribe|moon/)
      expect(lines).toEqual([expect.stringMatching(/^Warn 'Refund' of 'orders' is refused/)])
      expect(lines[0]).toMatch(reason)
    }
    expect(runs).toEqual([])
  })
})

describe('the rule behind a refusal', () => {
  it('is in the log, and in the answer to administrators alone', async () => {
    const lines: string[] = []
    const logger = (level: string, message: string) => {
      if (message.startsWith('Refused')) lines.push(`${level} ${message}`)
    }
    const { allow, refund } = await open({ logger, loggerLevel: 'Debug' })
    const filter = leaf('id', 'equal', 404)
    allow({ triggerConditions: [1, 3].map(roleId => ({ roleId, filter })) })
    const told = { kind: 'action', right: 'trigger', collection: 'orders', action: 'Refund' }
    expect(readError(await refund({ ids: ['1'] }, 7)).data).toEqual({
      rule: { ...told, role: 'Operator' },
    })
    const rule = {
      ...told,
      reason: 'A selected record or a value of the form does not meet the condition.',
    }
    expect(readError(await refund({ ids: ['1'] }, 9)).data).toEqual({ rule: { ...rule, role: '' } })
    expect(lines).toEqual([
      `Debug Refused user 7: ${JSON.stringify({ ...rule, role: 'Operator' })}`,
      `Debug Refused user 9: ${JSON.stringify({ ...rule, role: '' })}`,
    ])
  })

  it('says what was not allowed, and why', async () => {
    const { allow, refund, send, as } = await open()
    const admin = await as(9)
    const rule = (answer: Answer) => {
      const { rule } = readError(answer).data as { rule: Record<string, unknown> }
      return `${rule.right}: ${rule.reason}`
    }
    allow({ trigger: false })
    expect(rule(await refund({ ids: ['1'] }, 9))).toBe(
      'trigger: The role may not trigger the action.',
    )
    const load = await send('POST', `${refundPath}/hooks/load`, refundBody({ ids: ['1'] }), admin)
    expect(rule(load)).toBe('trigger: The role may neither trigger nor approve the action.')
    allow({ requireApproval: true })
    expect(rule(await refund({ ids: ['1'] }, 9))).toBe(
      'requireApproval: The role needs an approval for this.',
    )
  })
})
