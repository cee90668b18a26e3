import { useTranslations } from 'use-intl'
import { useNote } from '../../data/use-notes.js'
import { Skeleton } from '../../ui/skeleton.js'
import { useErrorText } from '../use-error-text.js'
import { Thread } from './thread.js'

interface NoteThreadProps {
  readonly collection: string
  readonly recordId: string
  readonly noteId: string
}

/** A note and what people replied to it. */
export function NoteThread({ collection, recordId, noteId }: NoteThreadProps) {
  const t = useTranslations('notes')
  const describeError = useErrorText()
  const { note, error } = useNote(collection, recordId, Number(noteId))
  if (note) return <Thread note={note} />
  if (!error) return <Skeleton width={160} />
  return (
    <p role="alert" className="text-danger">
      {t('notLoaded')} {describeError(error)}
    </p>
  )
}
