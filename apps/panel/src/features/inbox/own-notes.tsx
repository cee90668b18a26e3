import { MessageSquare } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { listThreads } from '../../core/notes/list-threads.js'
import { formatNoteAddress } from '../../core/notes/mention-targets.js'
import { readMessageText } from '../../core/notes/message-text.js'
import type { Note } from '../../core/notes/note.js'
import { usePlace } from '../../data/place-context.js'
import { useOwnNotes } from '../../data/use-notes.js'
import { type FindTitle, useRecordTitles } from '../../data/use-record-titles.js'
import { useSchema } from '../../data/use-schema.js'
import { ErrorView } from '../../shell/error-view.js'
import { useNames } from '../../shell/notes/use-names.js'
import { Badge } from '../../ui/badge.js'
import { Button } from '../../ui/button.js'
import { Empty } from '../../ui/empty.js'
import { InboxItem } from './inbox-item.js'
import { ItemSkeletons } from './item-skeletons.js'

/** The notes that the person wrote in this environment: those that are open come first. */
export function OwnNotes() {
  const t = useTranslations('notes')
  const { notes, error, retry, loadMore, isLoadingMore } = useOwnNotes()
  const shown = useMemo(() => {
    const { open, resolved } = listThreads(notes ?? [])
    return [...open, ...resolved]
  }, [notes])
  const findTitle = useRecordTitles(
    shown.flatMap(({ collection, recordId }) =>
      collection ? [{ collection: collection.name, id: recordId }] : [],
    ),
  )
  if (error && !notes) return <ErrorView error={error} onRetry={retry} />
  if (!notes) return <ItemSkeletons />
  if (shown.length === 0) {
    return (
      <Empty
        icon={<MessageSquare size={18} aria-hidden="true" />}
        title={t('noOwnNotes')}
        hint={t('noOwnNotesHint')}
      />
    )
  }
  return (
    <>
      <ul aria-label={t('ownNotes')}>
        {shown.map(note => (
          <OwnNote key={note.id} note={note} findTitle={findTitle} />
        ))}
      </ul>
      {loadMore ? (
        <Button disabled={isLoadingMore} onClick={loadMore}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}

function OwnNote({ note, findTitle }: { readonly note: Note; readonly findTitle: FindTitle }) {
  const t = useTranslations('notes')
  const { boot, place } = usePlace()
  const { data: model } = useSchema()
  const { getName } = useNames()
  const { recordId, messages } = note
  const collection = note.collection?.name ?? ''
  const title = findTitle({ collection, id: recordId })
  const last = messages.findLast(({ deletedAt }) => deletedAt === undefined)
  const address = formatNoteAddress(boot.projects, place, {
    environmentId: place.environment.id,
    noteId: note.id,
    collection,
    recordId,
  })
  return (
    <InboxItem
      name={getName(last?.user ?? note.user)}
      about={`${model?.collections.get(collection)?.label ?? collection} ${title ?? recordId}`}
      instant={last?.createdAt ?? note.createdAt}
      text={last ? readMessageText(last.content) : note.title}
      address={address}
    >
      <span className="text-small text-muted">
        {t('replies', { count: Math.max(0, messages.length - 1) })}
      </span>
      {note.archivedAt === undefined ? null : <Badge tone="success">{t('resolved')}</Badge>}
    </InboxItem>
  )
}
