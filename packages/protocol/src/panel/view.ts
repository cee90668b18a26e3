import type { LayoutSort } from './layout.js'

/** The state of a list that a view stores. */
export interface ViewState {
  readonly search?: string
  readonly isSearchExtended?: boolean
  readonly segment?: string
  /** A condition tree, as in the parameter `filters` of lists. */
  readonly filter?: object
  readonly sort?: readonly LayoutSort[]
  readonly columns?: readonly {
    readonly field: string
    readonly width?: number
    readonly isPinned?: boolean
  }[]
}

/** A saved view of a list. */
export interface View {
  readonly id: number
  readonly name: string
  readonly icon: string | null
  readonly collectionName: string
  readonly isShared: boolean
  readonly owner: { readonly id: number; readonly name: string }
  readonly isOwn: boolean
  readonly position: number
  readonly state: ViewState
  readonly updatedAt: string
}
