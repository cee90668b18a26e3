import type { RestoredRecord } from '@service/protocol'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatDate } from '../../core/text/format-date.js'
import type { RestoreChoice } from '../../core/timeline/restore.js'
import { usePlace } from '../../data/place-context.js'
import { useRestore } from '../../data/use-restore.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Skeleton } from '../../ui/skeleton.js'
import { ErrorView } from '../error-view.js'
import { useErrorText } from '../use-error-text.js'
import { ChangeList } from './change-list.js'
import { findLabel } from './find-label.js'
import type { RecordTimelineProps } from './timeline-props.js'
import { useRestoring } from './use-restoring.js'

interface RestoreDialogProps extends RecordTimelineProps {
  readonly choice: RestoreChoice
  readonly onClose: () => void
}

/** Shows what a restore would write and what changed since, and restores on request. */
export default function RestoreDialog({ choice, onClose, ...subject }: RestoreDialogProps) {
  const t = useTranslations('timeline')
  const language = useLocale()
  const { timezone } = usePlace()
  const { restored, error, reload } = usePreview(choice, subject)
  const { isRestoring, problem, restore } = useConfirm(choice, subject, onClose)
  const count = Object.keys(restored?.changes ?? {}).length
  const title =
    choice.kind === 'state'
      ? t('stateTitle', { date: formatDate(choice.at, { zone: timezone, language }) })
      : t('revertTitle')
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t('cancel')} shape="wide">
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-4 py-4">
        {error ? <ErrorView error={error} onRetry={reload} /> : null}
        {restored ? <Preview restored={restored} {...subject} /> : null}
        {restored || error ? null : (
          <div role="status" aria-label={t('previewing')} className="flex flex-col gap-4 py-2">
            <Skeleton width="60%" />
            <Skeleton width="45%" />
          </div>
        )}
        {problem ? (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        ) : null}
      </div>
      <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
        <Button size="form" onClick={onClose}>
          {t('cancel')}
        </Button>
        {restored && count > 0 ? (
          <Button
            size="form"
            look="primary"
            disabled={isRestoring}
            onClick={() => void restore(restored)}
          >
            {t('confirm', { count })}
          </Button>
        ) : null}
      </footer>
    </Dialog>
  )
}

function usePreview(choice: RestoreChoice, { collection, id }: RecordTimelineProps) {
  const { place } = usePlace()
  const { preview } = useRestore(collection.name, id)
  const { data, error, refetch } = useQuery({
    queryKey: ['restore', place.team.renderingId, collection.name, id, choice],
    queryFn: async () => (await preview(choice))?.record ?? null,
    // Compared anew each time: the record may have changed.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return { restored: data ?? undefined, error, reload: () => void refetch() }
}

function useConfirm(choice: RestoreChoice, subject: RecordTimelineProps, onDone: () => void) {
  const describeError = useErrorText()
  const send = useRestoring(subject)
  const [isRestoring, setRestoring] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    isRestoring,
    problem,
    async restore(restored: RestoredRecord) {
      setRestoring(true)
      setProblem(undefined)
      try {
        await send(choice, restored)
        onDone()
      } catch (error) {
        setProblem(describeError(error))
        setRestoring(false)
      }
    },
  }
}

interface PreviewProps extends RecordTimelineProps {
  readonly restored: RestoredRecord
}

function Preview({ restored, ...subject }: PreviewProps) {
  const t = useTranslations('timeline')
  const { collection } = subject
  const { changes, changedSince, unrestored } = restored
  const since = Object.entries(changedSince)
  const lost = Object.entries(unrestored)
  const isSame = since.length === 0 && lost.length === 0
  return (
    <>
      {Object.keys(changes).length > 0 ? (
        <Part title={t('willChange')}>
          <ChangeList
            changes={Object.entries(changes).map(([field, change]) => ({ field, ...change }))}
            {...subject}
          />
        </Part>
      ) : (
        <p className="text-form">{t(isSame ? 'nothing' : 'nothingLeft')}</p>
      )}
      {since.length > 0 ? (
        <Part title={t('changedSince')}>
          <ChangeList
            changes={since.map(([field, { expected, current }]) => {
              return { field, from: expected, to: current }
            })}
            {...subject}
          />
        </Part>
      ) : null}
      {lost.length > 0 ? (
        <Part title={t('unrestored')}>
          <ul>
            {lost.map(([field, reason]) => (
              <li key={field}>
                {findLabel(collection, field)}: {t(reason)}
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </section>
  )
}
