import { CircleCheck, Download, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BulkChanges } from '../../core/bulk-edit/bulk-update.js'
import { type BulkProgress, noProgress } from '../../core/bulk-edit/write-in-chunks.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { formatCsv } from '../../core/text/format-csv.js'
import type { BulkUpdates } from '../../data/use-bulk-update.js'
import { Button } from '../../ui/button.js'
import { DrawerFooter, DrawerText } from '../../ui/drawer.js'
import { ProgressLine } from '../../ui/progress-line.js'
import { saveBlob } from '../../widgets/file/save-blob.js'
import { useToasts } from '../toasts.js'
import { useUndo } from '../undo.js'
import { useErrorText } from '../use-error-text.js'

interface BulkRunViewProps {
  readonly updates: BulkUpdates
  readonly collection: CollectionModel
  readonly changes: BulkChanges
  /** How many records the dry run found. */
  readonly count: number
  readonly isUndoable: boolean
  readonly getTitle: (id: string) => string | undefined
  readonly onRunning: (isRunning: boolean) => void
  readonly onClose: () => void
}

type State = 'running' | 'done' | 'stopped' | 'interrupted'

const shownFailures = 20

/** Changes the records, and says what came of it. */
export function BulkRunView(props: BulkRunViewProps) {
  const { updates, collection, changes, count, isUndoable, getTitle, onRunning, onClose } = props
  const t = useTranslations('bulkEdit')
  const [progress, setProgress] = useState<BulkProgress>(noProgress)
  const [state, setState] = useState<State>('running')
  const [error, setError] = useState<string>()
  const isStopped = useRef(false)
  /** The first values that were seen of each record: those before the change. */
  const previous = useRef(new Map<string, BulkProgress['previous'][number]>())
  const step = useRef<(() => Promise<void>) | undefined>(undefined)
  const undo = useUndo()
  const { show } = useToasts()
  const describeError = useErrorText()

  async function run() {
    isStopped.current = false
    setState('running')
    setError(undefined)
    onRunning(true)
    try {
      await undo.waitFor(
        updates.run({
          changes,
          isUndoable,
          isStopped: () => isStopped.current,
          onProgress(next) {
            for (const each of next.previous) {
              if (!previous.current.has(each.id)) previous.current.set(each.id, each)
            }
            setProgress(next)
          },
        }),
      )
      setState(isStopped.current ? 'stopped' : 'done')
    } catch (cause) {
      setState('interrupted')
      setError(describeError(cause))
    }
    onRunning(false)
    remember()
  }

  /** Makes what was changed one step that can be taken back. */
  function remember() {
    const changed = [...previous.current.values()]
    if (!isUndoable || changed.length === 0 || step.current) return
    const label = t('undoLabel', { count: changed.length, name: collection.label })
    const tell = (skipped: number) => {
      if (skipped > 0) show({ text: t('changedSince', { count: skipped }), kind: 'info' })
    }
    step.current = undo.undo
    undo.push({
      label,
      undo: async () => tell(await updates.restore(changes, [...previous.current.values()])),
      redo: async () => tell(await updates.repeat(changes, [...previous.current.values()])),
    })
  }

  const start = useEffectEvent(() => void run())
  const isStarted = useRef(false)
  useEffect(() => {
    // Effects run twice in development.
    if (isStarted.current) return
    isStarted.current = true
    start()
  }, [])

  const { changed, failures } = progress
  const canUndo = isUndoable && state !== 'running' && changed > 0
  return (
    <>
      <DrawerText label={t('result')}>
        <p role="status" className="flex items-center gap-2 font-medium">
          {state === 'done' && failures.length === 0 ? (
            <CircleCheck size={16} aria-hidden="true" className="text-success" />
          ) : state === 'running' ? null : (
            <TriangleAlert size={16} aria-hidden="true" className="text-warning" />
          )}
          {state === 'running'
            ? t('running', { done: changed + failures.length, count })
            : t('changed', { count: changed })}
        </p>
        {state === 'running' ? (
          <ProgressLine label={t('progress')} value={changed + failures.length} max={count} />
        ) : null}
        {state === 'stopped' ? <p className="text-muted">{t('stopped')}</p> : null}
        {state === 'interrupted' ? (
          <p role="alert" className="text-danger">
            {t('interrupted')} {error}
          </p>
        ) : null}
        {failures.length > 0 ? (
          <section aria-label={t('failures')} className="flex flex-col gap-2">
            <p className="text-danger">{t('notChanged', { count: failures.length })}</p>
            <ul className="flex flex-col gap-1">
              {failures.slice(0, shownFailures).map(({ id, message }) => (
                <li key={id} className="wrap-anywhere">
                  <span className="font-medium">{getTitle(id) ?? id}</span>{' '}
                  <span className="text-muted">{message}</span>
                </li>
              ))}
            </ul>
            <div>
              <Button
                icon={<Download size={14} aria-hidden="true" />}
                onClick={() => {
                  const rows = failures.map(({ id, message }) => [id, message])
                  const csv = formatCsv([[t('id'), t('reason')], ...rows])
                  saveBlob(
                    new Blob(['\ufeff', csv], { type: 'text/csv' }),
                    `${collection.name}-errors.csv`,
                  )
                }}
              >
                {t('download')}
              </Button>
            </div>
          </section>
        ) : null}
        {state === 'done' && !isUndoable ? (
          <p className="text-small text-muted">{t('tooManyToUndo')}</p>
        ) : null}
      </DrawerText>
      <DrawerFooter>
        {state === 'running' ? (
          <Button
            size="form"
            onClick={() => {
              isStopped.current = true
            }}
          >
            {t('stop')}
          </Button>
        ) : (
          <>
            {canUndo ? (
              <Button
                size="form"
                onClick={() => {
                  onClose()
                  void undo.undo()
                }}
              >
                {t('undo')}
              </Button>
            ) : null}
            {state === 'done' ? null : (
              <Button size="form" onClick={() => void run()}>
                {t('continue')}
              </Button>
            )}
            <Button size="form" look="primary" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        )}
      </DrawerFooter>
    </>
  )
}
