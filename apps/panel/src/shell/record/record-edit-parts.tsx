import { lazyPart } from '../../ui/lazy-part.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import { ChangesBar } from './changes-bar.js'
import { LeaveGuard } from './leave-guard.js'
import type { RecordView } from './use-record-view.js'

const ConflictDialog = lazyPart(() => import('./conflict-dialog.js'))

/** What belongs to an edit besides its fields: the bar of changes, and what asks about them. */
export function RecordEditParts({ view }: { readonly view: RecordView }) {
  const { editor, collection, collections, id } = view
  const { state } = editor
  if (!state) return null
  return (
    <>
      {state.isSaving ? null : (
        <ChangesBar editor={editor} collection={collection} collections={collections} />
      )}
      <LeaveGuard editor={editor} collections={collections} collection={collection} id={id} />
      {state.conflict === undefined ? null : (
        <PopupLoader onCancel={editor.leaveConflict}>
          <ConflictDialog
            state={state}
            collection={collection}
            collections={collections}
            onResolve={editor.resolve}
            onClose={editor.leaveConflict}
          />
        </PopupLoader>
      )}
    </>
  )
}
