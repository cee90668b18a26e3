import type { FilterPath, FilterTree } from '../../../core/list/filter-tree.js'

/** A filter that is being built, and beside what. */
export interface FilterOpening {
  readonly anchor: HTMLElement
  /** What is built on: the filter of the list, or the part of it at a path. */
  readonly tree: FilterTree | undefined
  /** The part of the filter that is edited; absent for all of it. */
  readonly path?: FilterPath
}
