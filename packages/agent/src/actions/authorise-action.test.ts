import type { ActionModel, CollectionModel, EngineCall } from '@service/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '../gateway/access.js'
import type { CallerActionRights } from '../gateway/action-rights.js'
import { compileShop } from '../testing/compile-shop.js'
import type { ActionAttempt } from './action-attempt.js'
import { approverRoles } from './approver-roles.js'
import { authoriseApproval, authoriseTrigger } from './authorise-action.js'

const yes = { isGranted: true }
const no = { isGranted: false }
const onForm = { field: 'Amount', operator: 'less_than', value: 100, source: 'input' }
const call: EngineCall = { timezone: 'UTC', now: new Date() }

let orders: CollectionModel

beforeAll(async () => {
  orders = (await compileShop()).collection('orders')
})

const access = (rights: Partial<CallerActionRights>) =>
  ({
    userId: 7,
    variable: () => undefined,
    actionRights: () => ({
      trigger: yes,
      requireApproval: no,
      approve: no,
      selfApprove: no,
      approvers: () => [],
      ...rights,
    }),
    deny(error: Error, rule: { right: string; reason: string }): never {
      throw Object.assign(error, { rule: `${rule.right}: ${rule.reason}` })
    },
  }) as unknown as Access

const attempt = (input: () => unknown): ActionAttempt => ({
  action: { name: 'Refund' } as ActionModel,
  selected: { collection: orders, filter: {}, size: 4 },
  prepared: { input } as unknown as ActionAttempt['prepared'],
  call,
  logger: () => {},
})
const amount = (value: number) => attempt(() => ({ columnType: 'Number', value }))
const lost = () =>
  attempt(() => {
    throw new Error('The connection is lost.')
  })

describe('an error that is no mistake in a condition', () => {
  it('is told as it is, by those who run, approve or are asked to', async () => {
    const conditional = { isGranted: true, condition: onForm }
    const approvers = () => [{ roleId: 2, condition: onForm }]
    for (const act of [
      () => authoriseTrigger(access({ trigger: conditional }), lost()),
      () => authoriseTrigger(access({ requireApproval: conditional }), lost()),
      () => authoriseApproval(access({ approve: conditional }), lost(), 8),
      () => approverRoles(access({ approvers }), lost()),
    ]) {
      await expect(act()).rejects.toThrow('The connection is lost.')
    }
  })
})

describe('an approval', () => {
  const rights = {
    approve: { ...yes, condition: onForm },
    selfApprove: { ...no, condition: onForm },
  }

  it('is given by those who may, to what their condition allows', async () => {
    await authoriseApproval(access(rights), amount(5), 8)
    await expect(authoriseApproval(access(rights), amount(500), 8)).rejects.toMatchObject({
      status: 403,
      rule: 'approve: A selected record or a value of the form does not meet the condition.',
    })
    await expect(authoriseApproval(access({}), amount(5), 8)).rejects.toMatchObject({
      rule: "approve: The role has no right 'approve'.",
    })
  })

  it('is given to oneself by a right of its own', async () => {
    await expect(authoriseApproval(access(rights), amount(5), 7)).rejects.toMatchObject({
      rule: "selfApprove: The role has no right 'selfApprove'.",
    })
    const allowed = access({ ...rights, approve: no, selfApprove: yes })
    await authoriseApproval(allowed, amount(5), 7)
  })
})
