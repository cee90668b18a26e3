import { CircleCheck, Download, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { OtherFileError, type Reject, TooManyRejectsError } from '../../core/import/run-import.js'
import { formatCsv } from '../../core/text/format-csv.js'
import { Button } from '../../ui/button.js'
import { DrawerFooter, DrawerText } from '../../ui/drawer.js'
import { ProgressLine } from '../../ui/progress-line.js'
import { saveBlob } from '../../widgets/file/save-blob.js'
import { useErrorText } from '../use-error-text.js'
import type { ViewProps } from './view-props.js'

const shownRejects = 20

/** The dry run or the run: how far it is, and what came of it. */
export function ProgressView(props: ViewProps) {
  const { session, state, collection, onClose } = props
  const t = useTranslations('import')
  const describeError = useErrorText()
  const describeReject = useRejectText(props)
  const { step, phase, progress, fraction, error, total, head } = state
  const { rows, created, updated, rejected, rejects } = progress
  const isRunning = phase === 'busy' || phase === 'paused' || phase === 'interrupted'
  const isCheck = step === 'check'

  function saveRejects() {
    const lines = rejects.map(reject => [...reject.cells, describeReject(reject)])
    const header = [...(head?.header ?? []), t('reason')]
    const csv = formatCsv([header, ...lines], head?.delimiter)
    saveBlob(new Blob(['\ufeff', csv], { type: 'text/csv' }), `${collection.name}-rejects.csv`)
  }

  function explain(cause: unknown): string {
    if (cause instanceof OtherFileError) return t('notTheSameFile')
    if (cause instanceof TooManyRejectsError) return t('tooManyRejects')
    return describeError(cause)
  }

  return (
    <>
      <DrawerText label={t('result')}>
        <p role="status" className="flex items-center gap-2 font-medium">
          {isRunning ? null : phase === 'done' && rejected === 0 ? (
            <CircleCheck size={16} aria-hidden="true" className="text-success" />
          ) : (
            <TriangleAlert size={16} aria-hidden="true" className="text-warning" />
          )}
          {phase === 'busy' ? t(isCheck ? 'checking' : 'importing') : null}
          {phase === 'paused' ? t('paused') : null}
          {phase === 'interrupted' ? t('interrupted') : null}
          {phase === 'stopped' ? t(error ? 'failed' : 'stopped') : null}
          {phase === 'done' ? t(isCheck ? 'checked' : 'imported') : null}
        </p>
        {isRunning ? (
          <ProgressLine
            label={t('progress')}
            value={total === undefined ? fraction : rows}
            max={total ?? 1}
          />
        ) : null}
        {error ? (
          <p role="alert" className="wrap-anywhere text-danger">
            {explain(error)}
          </p>
        ) : null}
        <dl className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-4">
          <Figure label={t('rows')} value={rows} />
          <Figure label={t(isCheck ? 'toCreate' : 'created')} value={created} />
          <Figure label={t(isCheck ? 'toUpdate' : 'updated')} value={updated} />
          <Figure label={t('rejected')} value={rejected} />
        </dl>
        {rejects.length > 0 ? (
          <section aria-label={t('rejectedRows')} className="flex flex-col gap-2">
            <h3 className="text-small font-medium text-muted">
              {t('firstRejects', { count: Math.min(shownRejects, rejects.length) })}
            </h3>
            <ul className="flex flex-col gap-1">
              {rejects.slice(0, shownRejects).map(reject => (
                <li key={reject.row} className="wrap-anywhere">
                  <span className="font-medium">{t('row', { row: reject.row })}</span>{' '}
                  <span className="text-muted">{describeReject(reject)}</span>
                </li>
              ))}
            </ul>
            {isRunning ? null : (
              <div>
                <Button icon={<Download size={14} aria-hidden="true" />} onClick={saveRejects}>
                  {t('saveRejects')}
                </Button>
              </div>
            )}
          </section>
        ) : null}
      </DrawerText>
      <DrawerFooter>
        {isRunning ? (
          <>
            <Button size="form" onClick={() => session.stop()}>
              {t('stop')}
            </Button>
            {phase === 'busy' ? (
              <Button size="form" onClick={() => session.pause()}>
                {t('pause')}
              </Button>
            ) : (
              <Button size="form" look="primary" onClick={() => session.proceed()}>
                {t(phase === 'paused' ? 'continue' : 'tryAgain')}
              </Button>
            )}
          </>
        ) : null}
        {!isRunning && isCheck ? (
          <>
            <Button size="form" onClick={() => session.goBack()}>
              {t('back')}
            </Button>
            <Button
              size="form"
              look="primary"
              disabled={phase !== 'done' || created + updated === 0}
              onClick={() => void session.run()}
            >
              {t('run', { count: created + updated })}
            </Button>
          </>
        ) : null}
        {!isRunning && !isCheck ? (
          <>
            <Button size="form" onClick={() => session.reset()}>
              {t('another')}
            </Button>
            {phase === 'stopped' && state.stored ? (
              <Button size="form" onClick={() => void session.run()}>
                {t('continue')}
              </Button>
            ) : null}
            <Button size="form" look="primary" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        ) : null}
      </DrawerFooter>
    </>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: number }) {
  const t = useTranslations('import')
  return (
    <div>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="text-section font-semibold tabular-nums">{t('figure', { value })}</dd>
    </div>
  )
}

/** Says why a row was rejected. */
function useRejectText({ collection }: ViewProps): (reject: Reject) => string {
  const t = useTranslations('import')
  return ({ problems, messages }) => {
    const own = problems.map(({ field, problem, text }) => {
      const model = collection.fields.get(field)
      return t(`problems.${problem}`, {
        field: model?.label ?? field,
        text: text.slice(0, 100),
        options: model?.enumValues.join(', ') ?? '',
      })
    })
    return [...own, ...messages].join(' ') || t('noReason')
  }
}
