import { useTranslations } from 'use-intl'

interface RecordNotesProps {
  readonly collection: string
  readonly recordId: string
}

/** The notes on a record. */
export default function RecordNotes({ collection, recordId }: RecordNotesProps) {
  const t = useTranslations('notes')
  return <section aria-label={t('title')} data-record={`${collection} ${recordId}`} />
}
