import type { DataSourceFactory } from '@service/datasource-toolkit'
import type { ActionRights } from '@service/service-client'
import type { Agent } from '../agent.js'
import { type Answer, type OpenAgent, type OpenOptions, openAgent } from './open-agent.js'
import { shop } from './shop.js'

/** Roles 1 to 3, one user each: 7, 8 and 9. The user with id 9 is an administrator. */
const people = [
  { id: 7, email: 'ada@example.com', firstName: 'Ada', roleId: 1, tags: { country: 'FR' } },
  { id: 8, email: 'bob@example.com', firstName: 'Bob', roleId: 2, tags: { country: 'US' } },
  { id: 9, email: 'eve@example.com', firstName: 'Eve', roleId: 3, permissionLevel: 'admin' },
]

export interface Refunds extends OpenAgent {
  /** The actions that ran, one line each: `Ada refunds 10 of 1,3`. */
  readonly runs: string[]
  /** Sets the rights on the action Refund of orders; all other rights are granted. */
  allow(rights: Partial<ActionRights>): void
  /** Requests a refund as the user with this id. */
  refund(attributes: object, userId?: number, query?: string): Promise<Answer>
  as(userId: number): Promise<{ authorization: string }>
}

export const refundPath = '/_actions/orders/0/refund'

/** The body of a request to run an action. */
export const refundBody = (attributes: object) => ({
  data: {
    type: 'custom-action-requests',
    attributes: { collection_name: 'orders', action_name: 'Refund', values: {}, ...attributes },
  },
})

interface RefundOptions extends OpenOptions {
  readonly source?: DataSourceFactory
}

/** An agent whose orders can be refunded in bulk, and its users. */
export async function openRefunds(options: RefundOptions = {}): Promise<Refunds> {
  const { source = shop(), customize, ...rest } = options
  const runs: string[] = []
  const opened = await openAgent(source, {
    ...rest,
    customize: agent => {
      addRefund(agent, runs)
      customize?.(agent)
    },
  })
  const { service } = opened
  for (const person of people) service.setUser(person)
  const as = async (userId: number) => ({
    authorization: `Bearer ${await service.signIn(opened.url, userId)}`,
  })
  return {
    ...opened,
    runs,
    as,
    allow: rights =>
      service.setRights('orders', {
        browse: true,
        read: true,
        actions: { Refund: { trigger: true, ...rights }, Look: true },
      }),
    refund: async (attributes, userId = 7, query = '') =>
      opened.send('POST', refundPath + query, refundBody(attributes), await as(userId)),
  }
}

function addRefund(agent: Agent, runs: string[]): void {
  agent.customizeCollection('orders', orders =>
    orders
      .addAction('Refund', {
        scope: 'Bulk',
        form: [
          { type: 'Number', label: 'Amount', defaultValue: 10 },
          { type: 'Number', label: 'Limit', isReadOnly: true, value: 500 },
          { type: 'Enum', label: 'End', enumValues: ['well', 'badly', 'abruptly'] },
          { type: 'String', label: 'Reason: why?', defaultValue: 'late' },
          { type: 'FileList', label: 'Papers' },
        ],
        execute: async (context, resultBuilder) => {
          const { Amount, End } = context.formValues
          const ids = (await context.getRecordIds()).join()
          runs.push(`${context.caller.firstName} refunds ${Amount} of ${ids}`)
          if (End === 'abruptly') throw new Error('The password of the bank is 1234.')
          if (End === 'badly') return resultBuilder.error('The bank is closed.')
          return resultBuilder.success('Refunded')
        },
      })
      .addAction('Look', { scope: 'Global', execute: () => undefined }),
  )
}
