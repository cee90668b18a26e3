/** A sort of a list. */
export interface LayoutSort {
  readonly field: string
  readonly isDescending?: boolean
}

/** A widget and its settings. */
export interface LayoutWidget {
  readonly name: string
  readonly parameters?: Readonly<Record<string, unknown>>
}

/** A group of fields on a page or in a form. */
export interface LayoutSection {
  readonly label?: string
  readonly fields: readonly string[]
  readonly columns?: 1 | 2
  readonly isCollapsed?: boolean
}

/** An entry of the navigation. */
export type LayoutItem =
  | { readonly kind: 'collection'; readonly name: string }
  | { readonly kind: 'dashboard'; readonly id: number }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }

/** How a team sees a collection. What is absent is guessed from the schema. */
export interface CollectionLayout {
  readonly label?: string
  readonly description?: string
  readonly icon?: string
  readonly titleField?: string
  readonly list?: {
    readonly columns?: readonly {
      readonly field: string
      readonly width?: number
      readonly isPinned?: boolean
    }[]
    readonly sort?: readonly LayoutSort[]
    readonly segments?: readonly string[]
    readonly defaultView?: number
  }
  readonly detail?: {
    readonly sections?: readonly LayoutSection[]
    readonly related?: readonly {
      readonly relation: string
      readonly columns?: readonly string[]
    }[]
  }
  readonly forms?: {
    readonly create?: readonly LayoutSection[]
    readonly edit?: readonly LayoutSection[]
  }
  readonly fields?: Readonly<
    Record<
      string,
      {
        readonly label?: string
        readonly help?: string
        readonly show?: LayoutWidget
        readonly edit?: LayoutWidget
        readonly isHidden?: boolean
      }
    >
  >
  readonly actions?: {
    readonly order?: readonly string[]
    readonly primary?: readonly string[]
    readonly hidden?: readonly string[]
  }
}

/** How a team sees its collections in an environment. Unknown names are kept and ignored. */
export interface Layout {
  readonly version: 1
  readonly navigation: {
    readonly groups: readonly { readonly label: string; readonly items: readonly LayoutItem[] }[]
    readonly hidden: readonly string[]
  }
  readonly collections: Readonly<Record<string, CollectionLayout>>
}

/** A change of one location of a document, by its JSON Pointer (RFC 6902). */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }

/** A version in the history of a layout. */
export interface LayoutVersion {
  readonly version: number
  /** Null when the service itself wrote it. */
  readonly author: { readonly id: number; readonly name: string } | null
  readonly createdAt: string
  /** What changed since the version before; of the first one, since `null`. */
  readonly patch: readonly PatchOperation[]
}
