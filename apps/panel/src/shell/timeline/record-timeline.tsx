import { History } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatDay } from '../../core/text/format-date.js'
import {
  findDay,
  groupByDay,
  type TimelineFilter,
  timelineFilters,
} from '../../core/timeline/group-by-day.js'
import type { RestoreChoice } from '../../core/timeline/restore.js'
import { usePlace } from '../../data/place-context.js'
import { useSchema } from '../../data/use-schema.js'
import { type LoadedTimeline, useTimeline } from '../../data/use-timeline.js'
import { Button } from '../../ui/button.js'
import { Segment } from '../../ui/choice.js'
import { Empty } from '../../ui/empty.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import { Skeleton } from '../../ui/skeleton.js'
import { NewNote } from '../notes/note-composer.js'
import RecordNotes from '../notes/record-notes.js'
import { useNoteInAddress } from '../notes/use-note-in-address.js'
import { EventView } from './timeline-event.js'
import type { RecordTimelineProps } from './timeline-props.js'

const RestoreDialog = lazyPart(() => import('./restore-dialog.js'))

/** What happened to a record, day by day: changes with their values, actions, approvals and notes. */
export default function RecordTimeline(props: RecordTimelineProps) {
  const { collection, id } = props
  const t = useTranslations('timeline')
  const name = useId()
  const { data: model } = useSchema()
  const [chosen, setFilter] = useState<TimelineFilter>()
  const isNoteWanted = useNoteInAddress() !== undefined
  const filter = chosen ?? (isNoteWanted ? 'note' : 'all')
  const [choice, setChoice] = useState<RestoreChoice>()
  const close = () => setChoice(undefined)
  const hasTrail = model?.canUseAuditTrail === true
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex w-fit max-w-full flex-wrap rounded-control bg-sunken p-0.5">
        <legend className="sr-only">{t('filter')}</legend>
        {timelineFilters.map(each => (
          <Segment
            key={each}
            name={name}
            checked={filter === each}
            onChange={() => setFilter(each)}
          >
            {t(each)}
          </Segment>
        ))}
      </fieldset>
      {hasTrail || filter === 'note' ? null : (
        <p className="text-small text-muted">{t('noTrail')}</p>
      )}
      {filter === 'all' ? <NewNote collection={collection.name} recordId={id} /> : null}
      {filter === 'note' ? (
        <RecordNotes collection={collection.name} recordId={id} />
      ) : (
        <Stream {...props} filter={filter} hasTrail={hasTrail} onRestore={setChoice} />
      )}
      {choice ? (
        <PopupLoader onCancel={close}>
          <RestoreDialog {...props} choice={choice} onClose={close} />
        </PopupLoader>
      ) : null}
    </div>
  )
}

interface StreamProps extends RecordTimelineProps {
  readonly filter: TimelineFilter
  readonly hasTrail: boolean
  readonly onRestore: (choice: RestoreChoice) => void
}

function Stream({ filter, hasTrail, onRestore, ...subject }: StreamProps) {
  const t = useTranslations('timeline')
  const locale = useLocale()
  const { timezone } = usePlace()
  const timeline = useTimeline(subject.collection.name, subject.id, hasTrail)
  const days = groupByDay(timeline.events, filter, timezone)
  const now = Date.now()
  const today = findDay(new Date(now).toISOString(), timezone)
  const yesterday = findDay(new Date(now - 86_400_000).toISOString(), timezone)
  const nameDay = (day: string) => {
    if (day === today) return t('today')
    return day === yesterday ? t('yesterday') : formatDay(day, locale)
  }
  return (
    <>
      <Problems timeline={timeline} />
      {days.map(({ day, events }) => (
        <section key={day} aria-label={nameDay(day)}>
          <h3 className="mb-1 text-small font-medium text-muted">{nameDay(day)}</h3>
          <ol className="flex flex-col">
            {events.map(event => (
              <li
                key={event.id}
                data-event={event.kind}
                className="border-b border-line/60 py-2.5 last:border-b-0"
              >
                <EventView event={event} {...subject} onRestore={onRestore} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {timeline.isLoading ? <StreamSkeleton /> : null}
      {days.length === 0 && !timeline.isLoading && timeline.failed.length === 0 ? (
        <Empty
          icon={<History size={18} aria-hidden="true" />}
          title={t('empty')}
          hint={t('emptyHint')}
        />
      ) : null}
      {timeline.loadMore ? (
        <div>
          <Button onClick={timeline.loadMore}>{t('older')}</Button>
        </div>
      ) : null}
    </>
  )
}

/** What could not be read, in one line each; the rest is shown. */
function Problems({ timeline: { failed, retry } }: { readonly timeline: LoadedTimeline }) {
  const t = useTranslations('timeline')
  if (failed.length === 0) return null
  return (
    <div role="alert" className="flex flex-col items-start gap-2 text-danger">
      {failed.map(source => (
        <p key={source}>{t(`${source}Failed`)}</p>
      ))}
      <Button onClick={retry}>{t('retry')}</Button>
    </div>
  )
}

function StreamSkeleton() {
  return (
    <div className="flex flex-col gap-4 py-2">
      {['70%', '50%', '62%'].map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
