import type { View } from '@service/protocol'

/** A segment or a view that the list can show. */
export interface ListTab {
  readonly key: string
  readonly label: string
  /** The number of records, as text. */
  readonly count?: string | undefined
  readonly view?: View
  readonly isCurrent: boolean
  readonly open: () => void
}
