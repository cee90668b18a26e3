import type { Row } from '@service/datasource-toolkit'
import type { Condition } from './condition.js'
import type { Database } from './databases.js'
import { type ActionName, isInScope, isMet, isReadable, type Role } from './role.js'
import { type Shape, shapes } from './shape.js'

/** An action asked for: on records named one by one, or on all that a condition matches but some. */
export interface AskedAction {
  readonly name: ActionName
  readonly ids: readonly number[]
  readonly all?: { readonly filter?: Condition; readonly excluded: readonly number[] }
}

/** An order with the columns of its customer, as conditions see it. */
export const predictedShape: Shape = {
  ...shapes.orders!,
  columns: {
    ...shapes.orders!.columns,
    'customer:name': 'word',
    'customer:country': 'word',
    'customer:score': 'amount',
  },
}

/** What must become of an action, in one word, with the records it runs on. */
export function predictOutcome(role: Role, database: Database, asked: AskedAction): string {
  const sight = role.sights.get('orders')!
  if (!isReadable(sight)) return 'refused'
  const orders = (database.get('orders') ?? []).map(row => withCustomer(database, row))
  const seen = orders.filter(row => isInScope(sight, shapes.orders!, row))
  const touched = seen.filter(row => isSelected(asked, row))
  if (asked.name === 'Ask' && touched.length === 0) return 'missing'
  const isNamed = asked.name !== 'Tell count' && !asked.all
  const unseen = isNamed ? new Set(asked.ids).size - touched.length : 0
  const predicted = asked.name === 'Tell count' ? orders : touched
  const { trigger, needsApproval, approval } = role.rules.get(asked.name)!
  if (trigger) {
    if (trigger.meant === undefined) return 'unreadable'
    if (unseen > 0 || predicted.some(row => !isMet(trigger, predictedShape, row))) return 'refused'
  }
  if (needsApproval) {
    if (!approval) return 'waits'
    if (approval.meant === undefined) return 'unreadable'
    if (unseen > 0 || predicted.some(row => isMet(approval, predictedShape, row))) return 'waits'
  }
  if (asked.name === 'Tell count') return `runs ${touched.length}`
  return `runs ${touched.map(row => String(row.id)).sort()}`
}

function withCustomer(database: Database, row: Row): Row {
  const customer = database.get('customers')?.find(({ id }) => id === row.customer_id)
  return { ...row, customer: customer ?? null }
}

function isSelected({ name, ids, all }: AskedAction, row: Row): boolean {
  if (!all) return name === 'Tell count' || ids.includes(row.id as number)
  if (name !== 'Tell count' && all.excluded.includes(row.id as number)) return false
  return !all.filter || isMet(all.filter, shapes.orders!, row)
}
