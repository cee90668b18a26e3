import type { JournalEntry } from '../journal-entry.js'
import type { DraftCollection, DraftModel } from '../model/draft.js'

/** Nothing, or the calls that a plugin recorded, which are replayed next. */
// biome-ignore lint/suspicious/noConfusingVoidType: most operations are functions without a result
type Replayed = void | readonly JournalEntry[] | Promise<readonly JournalEntry[]>

/** A customization: its name, and how it changes the draft when the journal is replayed. */
export interface Operation {
  readonly name: string
  readonly apply: (collection: DraftCollection, ...args: readonly unknown[]) => Replayed
}

/** Like `Operation`, for calls on the agent itself. */
export interface AgentOperation {
  readonly name: string
  readonly apply: (model: DraftModel, ...args: readonly unknown[]) => Replayed
}

/** The interface of the customizer has already checked the types of `args`. */
export function defineOperation<Args extends readonly never[] | readonly unknown[]>(
  name: string,
  apply: (collection: DraftCollection, ...args: Args) => Replayed,
): Operation {
  return { name, apply: apply as Operation['apply'] }
}

export function defineAgentOperation<Args extends readonly never[] | readonly unknown[]>(
  name: string,
  apply: (model: DraftModel, ...args: Args) => Replayed,
): AgentOperation {
  return { name, apply: apply as AgentOperation['apply'] }
}
