import { ChevronDown, ChevronRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../ui/lazy-part.js'
import { PartBoundary } from '../part-boundary.js'
import type { RecordTimelineProps } from './timeline-props.js'

const RecordTimeline = lazyPart(() => import('./record-timeline.js'))

/** The timeline beside a list: it is read when the person opens it, since reading it is logged. */
export default function PeekTimeline(props: RecordTimelineProps) {
  const t = useTranslations('timeline')
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <section aria-label={t('title')} className="mt-6 border-t border-line pt-3">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-mx-1 flex min-h-7 items-center gap-1 rounded-control px-1 font-medium hover:bg-hover pointer-coarse:min-h-11"
        >
          <Chevron size={14} aria-hidden="true" className="text-muted" />
          {t('title')}
        </button>
      </h3>
      {isOpen ? (
        <div className="pt-2">
          <PartBoundary resetKey={props.id}>
            <Suspense>
              <RecordTimeline {...props} />
            </Suspense>
          </PartBoundary>
        </div>
      ) : null}
    </section>
  )
}
