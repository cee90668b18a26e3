import type { CollectionModel } from '../../core/schema/collection-model.js'
import type { ImportSession, ImportState } from '../../data/import-session.js'

/** What each step of an import gets. */
export interface ViewProps {
  readonly session: ImportSession
  readonly state: ImportState
  readonly collection: CollectionModel
  readonly onClose: () => void
}
