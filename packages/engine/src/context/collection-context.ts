import type { Caller } from '@service/datasource-toolkit'

/** What customer callbacks receive. */
export interface CollectionContext {
  readonly caller?: Caller
  readonly timezone: string
}
