import type { DraftCollection } from '../model/draft.js'

/** A chainable operation: its name, and what it does to the draft when the journal is replayed. */
export interface Operation {
  readonly name: string
  readonly apply: (collection: DraftCollection, ...args: readonly unknown[]) => void
}

/** The chain's interface has checked the types of `args` where the call was made. */
export function defineOperation<Args extends readonly never[] | readonly unknown[]>(
  name: string,
  apply: (collection: DraftCollection, ...args: Args) => void,
): Operation {
  return { name, apply: apply as Operation['apply'] }
}
