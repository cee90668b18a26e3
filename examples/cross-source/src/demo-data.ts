/** A row of `orders` in PostgreSQL. */
export interface Order {
  readonly id: number
  readonly reference: string
  readonly customer: string
  readonly status: string
  readonly total: number
  readonly ordered_at: string
  /** The `_id` of a document of `events`, as text. */
  readonly last_event_id: string | null
}

/** A document of `events` in MongoDB; `_id` is written as its 24 digits. */
export interface OrderEvent {
  readonly _id: string
  /** The `id` of a row of `orders`. */
  readonly orderId: number
  readonly kind: string
  readonly at: Date
  readonly by: string
  readonly note?: string
}

const customers = ['Ada', 'Björk', 'Chen', 'Dolores', 'Emeka']
const carriers = ['DHL', 'Post', 'UPS']
/** What happens to an order, and the status it has then. */
const course = [
  ['placed', 'draft'],
  ['paid', 'paid'],
  ['shipped', 'shipped'],
  ['delivered', 'delivered'],
] as const
const start = Date.UTC(2026, 0, 1)
const hour = 3_600_000

/** The same orders and events at every call. */
export function demoData(count = 200): {
  readonly orders: readonly Order[]
  readonly events: readonly OrderEvent[]
} {
  const orders: Order[] = []
  const events: OrderEvent[] = []
  for (let id = 1; id <= count; id++) {
    const steps = (id * 7) % (course.length + 1)
    const happened = course.slice(0, steps).map(([kind], step) => buildEvent(id, kind, step))
    orders.push({
      id,
      reference: `O-${String(id).padStart(4, '0')}`,
      customer: pick(customers, id * 3),
      status: course[Math.max(0, steps - 1)]?.[1] ?? 'draft',
      total: ((id * 7919) % 50_000) / 100,
      ordered_at: new Date(start + id * 5 * hour).toISOString(),
      last_event_id: happened.at(-1)?._id ?? null,
    })
    events.push(...happened)
  }
  // Nobody keeps the two databases together: this order is gone, its event is still there.
  events.push(buildEvent(count + 1, 'placed', 0))
  return { orders, events }
}

function buildEvent(orderId: number, kind: string, step: number): OrderEvent {
  const number = orderId * 10 + step
  return {
    _id: number.toString(16).padStart(24, '0'),
    orderId,
    kind,
    at: new Date(start + orderId * 5 * hour + step * ((orderId % 9) + 1) * hour),
    by: step < 2 ? 'shop' : pick(carriers, orderId),
    ...(orderId % 4 === 0 && { note: `${kind} by hand` }),
  }
}

function pick(items: readonly string[], index: number): string {
  return items[index % items.length] as string
}
