import { useSyncExternalStore } from 'react'
import type { Draft } from '../core/record/draft.js'
import type { PanelRecord } from '../core/record/panel-record.js'
import type { WriteRequest } from '../core/record/write-requests.js'
import type { CollectionModel } from '../core/schema/collection-model.js'

/** A record that somebody wants to create. */
export interface CreateOpening {
  readonly collection: CollectionModel
  readonly draft: Draft
  /** What has to be written when the record exists, such as a link to it. */
  readonly followUp?: (id: string) => readonly WriteRequest[]
  readonly onCreated?: (record: PanelRecord) => void
}

/** Records that somebody wants to delete, or to remove from a related list. */
export interface DeleteOpening {
  readonly collection: CollectionModel
  readonly request: WriteRequest
  /** How many there are; undefined when that is not known. */
  readonly count: number | undefined
  /** The titles of the records, as far as they are known. */
  readonly titles: readonly string[]
  /** The title of the record in whose list they are: they are removed from it, and not deleted. */
  readonly parent?: string | undefined
  readonly onDone?: () => void
}

export type RecordOpening =
  | (CreateOpening & { readonly kind: 'create'; readonly key: number })
  | (DeleteOpening & { readonly kind: 'delete'; readonly key: number })

export interface RecordDialogs {
  readonly create: (opening: CreateOpening) => void
  readonly remove: (opening: DeleteOpening) => void
}

let openings: readonly RecordOpening[] = []
let lastKey = 0
const listeners = new Set<() => void>()

function replace(next: readonly RecordOpening[]): void {
  openings = next
  for (const listener of listeners) listener()
}

const dialogs: RecordDialogs = {
  create: opening => replace([...openings, { ...opening, kind: 'create', key: ++lastKey }]),
  remove: opening => replace([...openings, { ...opening, kind: 'delete', key: ++lastKey }]),
}

/**
 * Opens the form that creates a record, or the question before records are deleted; the result is
 * always the same object.
 *
 * @example
 * const { create } = useRecordDialogs()
 * create({ collection: orders, draft: startCreate(orders) })
 */
export function useRecordDialogs(): RecordDialogs {
  return dialogs
}

/** What is open, the one on top last. */
export function useRecordOpenings(): readonly RecordOpening[] {
  return useSyncExternalStore(subscribe, () => openings)
}

export function endOpening(key: number): void {
  replace(openings.filter(opening => opening.key !== key))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
