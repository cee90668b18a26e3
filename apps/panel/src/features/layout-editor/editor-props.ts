import type { Layout } from '@service/protocol'
import type { LayoutDraft } from '../../core/layout/layout-draft.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'

export type EditorDialog = 'review' | 'history' | 'copy' | 'import' | 'leave'

/** What every dialog of the editor gets. */
export interface EditorDialogProps {
  readonly draft: LayoutDraft
  readonly collections: Collections
  /** What is shown without a layout. */
  readonly guess: Layout
  readonly onClose: () => void
}

/** What every part of the drawer gets. */
export interface TabProps {
  readonly layout: Layout
  readonly collections: Collections
  readonly collection: CollectionModel
}
