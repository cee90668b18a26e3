import { MessageSquare } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { listThreads } from '../../core/notes/list-threads.js'
import { useRecordNotes } from '../../data/use-notes.js'
import { Button } from '../../ui/button.js'
import { Segment } from '../../ui/choice.js'
import { Empty } from '../../ui/empty.js'
import { Skeleton } from '../../ui/skeleton.js'
import { ErrorView } from '../error-view.js'
import { NewNote } from './note-composer.js'
import { Thread } from './thread.js'
import { useNoteInAddress } from './use-note-in-address.js'

interface RecordNotesProps {
  readonly collection: string
  readonly recordId: string
}

/** The notes on a record: a box for a new one, and the threads that are open or resolved. */
export default function RecordNotes({ collection, recordId }: RecordNotesProps) {
  const t = useTranslations('notes')
  const name = useId()
  const { notes, error, retry, loadMore, isLoadingMore } = useRecordNotes(collection, recordId)
  const threads = useMemo(() => notes && listThreads(notes), [notes])
  const target = useNoteInAddress()
  const isTargetResolved = threads?.resolved.some(({ id }) => id === target) ?? false
  const [chosen, setChosen] = useState<'open' | 'resolved'>()
  const wanted = chosen ?? (isTargetResolved ? 'resolved' : 'open')
  const filter = threads && threads.resolved.length === 0 ? 'open' : wanted
  const shown = threads?.[filter] ?? []
  return (
    <section aria-label={t('title')} className="flex max-w-[720px] flex-col gap-3">
      <NewNote collection={collection} recordId={recordId} onSent={() => setChosen('open')} />
      {error && !threads ? <ErrorView error={error} onRetry={retry} /> : null}
      {threads && threads.resolved.length > 0 ? (
        <fieldset className="flex w-fit rounded-control bg-sunken p-0.5">
          <legend className="sr-only">{t('filter')}</legend>
          {(['open', 'resolved'] as const).map(each => (
            <Segment
              key={each}
              name={name}
              checked={filter === each}
              onChange={() => setChosen(each)}
            >
              {t(each === 'open' ? 'filterOpen' : 'filterResolved', {
                count: threads[each].length,
              })}
            </Segment>
          ))}
        </fieldset>
      ) : null}
      {threads || error ? null : <Skeleton width={200} />}
      {threads && shown.length === 0 ? (
        <Empty
          icon={<MessageSquare size={18} aria-hidden="true" />}
          title={t(threads.resolved.length > 0 ? 'noneOpen' : 'none')}
          hint={t('noneHint')}
        />
      ) : null}
      {shown.map(note => (
        <Thread key={note.id} note={note} />
      ))}
      {loadMore ? (
        <Button disabled={isLoadingMore} onClick={loadMore}>
          {t('older')}
        </Button>
      ) : null}
    </section>
  )
}
