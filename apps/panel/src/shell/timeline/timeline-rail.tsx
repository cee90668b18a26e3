import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../ui/lazy-part.js'
import { PartBoundary } from '../part-boundary.js'
import type { RecordTimelineProps } from './timeline-props.js'

const RecordTimeline = lazyPart(() => import('./record-timeline.js'))

/** The timeline at the right of a record's page. */
export function TimelineRail(props: RecordTimelineProps) {
  const t = useTranslations('timeline')
  return (
    <aside
      aria-label={t('title')}
      className="w-[320px] shrink-0 overflow-y-auto border-l border-line px-4 py-3"
    >
      <h2 className="mb-3 text-section font-semibold">{t('title')}</h2>
      <Timeline {...props} />
    </aside>
  )
}

/** The timeline in a tab, where there is no room for a rail. */
export function TimelineTab(props: RecordTimelineProps) {
  const t = useTranslations('timeline')
  return (
    <section
      aria-label={t('title')}
      className="min-h-0 flex-1 overflow-y-auto border-t border-line px-4 py-4 max-sm:px-3"
    >
      <div className="max-w-[720px]">
        <Timeline {...props} />
      </div>
    </section>
  )
}

function Timeline(props: RecordTimelineProps) {
  return (
    <PartBoundary resetKey={props.id}>
      <Suspense>
        <RecordTimeline {...props} />
      </Suspense>
    </PartBoundary>
  )
}
