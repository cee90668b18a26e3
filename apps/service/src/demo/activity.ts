import type { ActivityLogAction } from '../features/activity-logs/activity-log-actions.js'
import type { Random } from './random.js'

/** Something a person did. People are given by their index in the list of people. */
export interface DemoActivity {
  readonly person: number
  readonly type: 'read' | 'write'
  readonly action: ActivityLogAction
  readonly label?: string
  readonly collectionName?: string
  readonly recordIds?: readonly string[]
}

interface DemoPattern {
  /** The relative frequency. */
  readonly weight: number
  readonly type: DemoActivity['type']
  readonly action: ActivityLogAction
  readonly label?: string
  /** The minimum and maximum number of affected records. Absent: none. */
  readonly records?: readonly [number, number]
  readonly isElsewhere?: true
}

const patterns: readonly DemoPattern[] = [
  { weight: 30, type: 'read', action: 'index' },
  { weight: 25, type: 'read', action: 'read', records: [1, 1] },
  { weight: 10, type: 'read', action: 'search', label: 'searched' },
  { weight: 8, type: 'read', action: 'filter', label: 'filtered' },
  { weight: 8, type: 'read', action: 'listRelatedData', label: 'order_items', records: [1, 1] },
  { weight: 4, type: 'read', action: 'dashboard', isElsewhere: true },
  { weight: 2, type: 'read', action: 'export', label: 'exported' },
  { weight: 10, type: 'write', action: 'update', records: [1, 1] },
  { weight: 4, type: 'write', action: 'create', records: [1, 1] },
  { weight: 3, type: 'write', action: 'action', label: 'Refund', records: [1, 5] },
  { weight: 1, type: 'write', action: 'delete', records: [1, 3] },
]

const collections: readonly (readonly [name: string, records: number])[] = [
  ['orders', 2_000],
  ['orders', 2_000],
  ['customers', 400],
  ['customers', 400],
  ['products', 150],
  ['reviews', 600],
]

const weightedPatterns = patterns.flatMap(pattern =>
  Array.from({ length: pattern.weight }, () => pattern),
)

/** Generates what people did in the shop, in chronological order. */
export function demoActivity(
  random: Random,
  count: number,
  people: number,
): readonly DemoActivity[] {
  return Array.from({ length: count }, () => {
    const { type, action, label, records, isElsewhere } = random.pick(weightedPatterns)
    const [collectionName, size] = random.pick(collections)
    return {
      person: random.integer(0, people - 1),
      type,
      action,
      label,
      ...(!isElsewhere && { collectionName }),
      ...(records && {
        recordIds: Array.from({ length: random.integer(...records) }, () =>
          String(random.integer(1, size)),
        ),
      }),
    }
  })
}
