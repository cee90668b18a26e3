import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Note } from '../../core/notes/note.js'
import { useNoteChanges } from '../../data/use-notes.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { focusNow } from '../../ui/focus-now.js'
import { useErrorText } from '../use-error-text.js'

interface DeleteMessageProps {
  readonly note: Note
  readonly messageId: number
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before a message is deleted: its text cannot be brought back. */
export default function DeleteMessage({ note, messageId, onClose, onDeleted }: DeleteMessageProps) {
  const t = useTranslations('notes')
  const { remove } = useNoteChanges()
  const describeError = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function run() {
    setBusy(true)
    setError(undefined)
    try {
      await remove(note, messageId)
      onDeleted()
    } catch (cause) {
      setError(describeError(cause))
      setBusy(false)
    }
  }

  return (
    <Dialog isOpen onClose={onClose} title={t('deleteTitle')} closeLabel={t('cancel')}>
      <div className="flex flex-col gap-3 px-4 py-4 text-form">
        <p>{t('deleteText')}</p>
        {error === undefined ? null : (
          <p role="alert" className="wrap-anywhere text-danger">
            {error}
          </p>
        )}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
        <Button size="form" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          size="form"
          look="danger"
          ref={focusNow}
          disabled={isBusy}
          onClick={() => void run()}
        >
          {t('delete')}
        </Button>
      </footer>
    </Dialog>
  )
}
