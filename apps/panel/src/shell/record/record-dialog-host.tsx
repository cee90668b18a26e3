import type { ReactNode } from 'react'
import { lazyPart } from '../../ui/lazy-part.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import { endOpening, type RecordOpening, useRecordOpenings } from '../../widgets/record-dialogs.js'

const CreateDrawer = lazyPart(() => import('./create-drawer.js'))
const DeleteDialog = lazyPart(() => import('./delete-dialog.js'))

/** The forms that create records and the questions before one is deleted, one inside the other. */
export function RecordDialogHost() {
  return showOpenings(useRecordOpenings())
}

function showOpenings([first, ...rest]: readonly RecordOpening[]): ReactNode {
  if (!first) return null
  const end = () => endOpening(first.key)
  return (
    <PopupLoader key={first.key} onCancel={end}>
      {first.kind === 'create' ? (
        <CreateDrawer opening={first} onEnd={end}>
          {showOpenings(rest)}
        </CreateDrawer>
      ) : (
        <DeleteDialog opening={first} onEnd={end} />
      )}
    </PopupLoader>
  )
}
