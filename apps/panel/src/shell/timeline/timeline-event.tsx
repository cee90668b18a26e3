import {
  Archive,
  Check,
  type LucideIcon,
  MessageSquare,
  Pencil,
  Play,
  Plus,
  RotateCcw,
  Trash2,
  X,
} from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { formatDate, formatRelative } from '../../core/text/format-date.js'
import type { EventVerb, TimelineEvent } from '../../core/timeline/build-event.js'
import type { RestoreChoice } from '../../core/timeline/restore.js'
import { usePlace } from '../../data/place-context.js'
import { Button } from '../../ui/button.js'
import { NoteThread } from '../notes/note-thread.js'
import { ChangeList } from './change-list.js'
import { findLabel } from './find-label.js'
import type { RecordTimelineProps } from './timeline-props.js'

interface EventViewProps extends RecordTimelineProps {
  readonly event: TimelineEvent
  readonly onRestore: (choice: RestoreChoice) => void
}

const icons: Readonly<Record<EventVerb, LucideIcon>> = {
  created: Plus,
  updated: Pencil,
  deleted: Trash2,
  restored: RotateCcw,
  reverted: RotateCcw,
  ran: Play,
  asked: Play,
  approved: Check,
  rejected: X,
  wrote: MessageSquare,
  archivedNote: Archive,
  reopenedNote: MessageSquare,
  other: Play,
}

/** One event: what was done, by whom and when, with its values or its thread. */
export function EventView({ event, onRestore, ...subject }: EventViewProps) {
  const t = useTranslations('timeline')
  const { collection, id } = subject
  const { changes, noteId } = event
  const sentence = useSentence(event, subject)
  if (noteId !== undefined) {
    return <NoteThread collection={collection.name} recordId={id} noteId={noteId} />
  }
  const Icon = icons[event.verb]
  const others = event.recordCount - 1
  return (
    <article aria-label={sentence} className="flex min-w-0 gap-2">
      <Icon size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="wrap-anywhere">
          {sentence} {event.hasFailed ? <span className="text-danger">{t('failed')}</span> : null}
        </p>
        {others > 0 ? (
          <p className="text-small text-muted">{t('together', { count: others })}</p>
        ) : null}
        {event.isPending ? <p className="text-small text-warning">{t('pending')}</p> : null}
        {changes.length > 0 && event.verb !== 'deleted' ? (
          <ChangeList
            changes={changes.map(({ field, before, after }) => ({
              field,
              from: before,
              to: after,
            }))}
            {...subject}
          />
        ) : null}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Time instant={event.at} />
          <RestoreButtons
            event={event}
            sentence={sentence}
            mayEdit={collection.rights.edit}
            onRestore={onRestore}
          />
        </div>
      </div>
    </article>
  )
}

/** How long ago, and the exact time on hover and for screen readers. */
function Time({ instant }: { readonly instant: string }) {
  const language = useLocale()
  const { timezone } = usePlace()
  const exact = formatDate(instant, { zone: timezone, language })
  return (
    <time dateTime={instant} data-tooltip={exact} className="text-small text-muted">
      {formatRelative(instant, new Date(), language)}
    </time>
  )
}

interface RestoreButtonsProps {
  readonly event: TimelineEvent
  readonly sentence: string
  readonly mayEdit: boolean
  readonly onRestore: (choice: RestoreChoice) => void
}

function RestoreButtons({ event, sentence, mayEdit, onRestore }: RestoreButtonsProps) {
  const t = useTranslations('timeline')
  const language = useLocale()
  const { timezone } = usePlace()
  const { correlationKey, stateAt, changes } = event
  if (!mayEdit || stateAt === undefined || event.isPending) return null
  const date = formatDate(stateAt, { zone: timezone, language })
  return (
    <>
      {correlationKey !== undefined && changes.length > 0 ? (
        <Button
          look="ghost"
          aria-label={t('restoreOf', { event: sentence })}
          onClick={() => onRestore({ kind: 'revert', correlationKey })}
        >
          {t('restore')}
        </Button>
      ) : null}
      <Button
        look="ghost"
        aria-label={t('stateAtOf', { date })}
        onClick={() => onRestore({ kind: 'state', at: stateAt })}
      >
        {t('stateAt')}
      </Button>
    </>
  )
}

function useSentence(event: TimelineEvent, { collection }: RecordTimelineProps): string {
  const t = useTranslations('timeline')
  const { verb, changes, who } = event
  const name = who?.name || t('somebody')
  const label = event.label ?? ''
  if (verb !== 'updated') return t(verb, { name, label })
  const [first, ...others] = changes
  if (first && others.length === 0) {
    return t('changedOne', { name, field: findLabel(collection, first.field) })
  }
  if (first) return t('changedMany', { name, count: changes.length })
  // A change of a relation is named by it.
  return label
    ? t('changedOne', { name, field: findLabel(collection, label) })
    : t('updated', { name })
}
