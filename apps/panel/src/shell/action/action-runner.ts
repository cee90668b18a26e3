import type { PanelAction } from '@service/protocol'
import { useSyncExternalStore } from 'react'
import type { ListSource } from '../../core/list/list-request.js'
import type { SelectionAttributes } from '../../core/list/selection.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'

/** An action that somebody wants to run, and on what. */
export interface ActionOpening {
  readonly collection: CollectionModel
  readonly action: PanelAction
  /** The records, by their ids or by what a list shows; no ids for a global action. */
  readonly selection: SelectionAttributes | { readonly ids: readonly string[] }
  /** The titles of the records, as far as they are known. */
  readonly titles: readonly string[]
  /** How many records a selection of a list has, where that is known. */
  readonly count?: number | undefined
  /** The record in whose related list the records were chosen. */
  readonly parent?: ListSource['parent'] | undefined
}

/** An action whose drawer is open, or which runs in the background. */
export interface ActionRun extends ActionOpening {
  readonly key: number
  readonly isOpen: boolean
}

export interface ActionRunner {
  /** Opens the drawer of an action. */
  open(opening: ActionOpening): void
}

let runs: readonly ActionRun[] = []
let lastKey = 0
const listeners = new Set<() => void>()

function replaceRuns(next: readonly ActionRun[]): void {
  runs = next
  for (const listener of listeners) listener()
}

const runner: ActionRunner = {
  open(opening) {
    lastKey++
    replaceRuns([...runs, { ...opening, key: lastKey, isOpen: true }])
  },
}

/**
 * Opens drawers of actions; the result is always the same object.
 *
 * @example
 * const runner = useActionRunner()
 * runner.open({ collection, action, selection: { ids: [record.id] }, titles: [title] })
 */
export function useActionRunner(): ActionRunner {
  return runner
}

/** The actions that are open or running. */
export function useActionRuns(): readonly ActionRun[] {
  return useSyncExternalStore(subscribe, () => runs)
}

/** Shows the drawer of a run, or hides it while it runs in the background. */
export function showRun(key: number, isOpen: boolean): void {
  replaceRuns(runs.map(run => (run.key === key ? { ...run, isOpen } : run)))
}

export function endRun(key: number): void {
  replaceRuns(runs.filter(run => run.key !== key))
}

export function endAllRuns(): void {
  if (runs.length > 0) replaceRuns([])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
