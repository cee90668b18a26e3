import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatAddress } from '../../../core/places/address.js'
import { formatNumber } from '../../../core/text/format-number.js'
import { usePlace } from '../../../data/place-context.js'
import {
  type LogVerification,
  useVerification,
  type VerificationJob,
} from '../../../data/settings/use-verification.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Badge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { CheckField } from '../../../ui/check-field.js'
import { controlClass } from '../../../ui/control.js'
import { Drawer, DrawerBody, DrawerFooter } from '../../../ui/drawer.js'
import { Field } from '../../../ui/field.js'
import { ProgressLine } from '../../../ui/progress-line.js'
import { CopyButton } from '../../../widgets/copy-button.js'

/** Verifies every log of the project from its first entry to its last, and says what was changed. */
export function VerifyDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('logs.verify')
  const app = useTranslations('app')
  const id = useId()
  const { job, error, isRunning, start, cancel } = useVerification()
  const [archives, setArchives] = useState(false)
  const [anchors, setAnchors] = useState('')
  const expect = anchors.split(/\s+/).filter(text => text !== '')
  return (
    <Drawer isOpen onClose={onClose} title={t('title')} closeLabel={app('close')}>
      <DrawerBody>
        <p className="text-muted">{t('hint')}</p>
        <CheckField label={t('archives')} isChecked={archives} onChange={setArchives} />
        <Field id={id} label={t('anchors')} help={t('anchorsHint')} problems={[]}>
          <textarea
            id={id}
            rows={2}
            value={anchors}
            aria-describedby={`${id}-help`}
            onChange={event => setAnchors(event.target.value)}
            className={`${controlClass} py-1.5 font-mono`}
          />
        </Field>
        <div role="status" className="flex flex-col gap-3">
          {job ? <JobState job={job} /> : null}
        </div>
        {error ? <ErrorView error={error} /> : null}
      </DrawerBody>
      <DrawerFooter>
        {isRunning ? (
          <Button size="form" onClick={() => void cancel()}>
            {t('cancel')}
          </Button>
        ) : null}
        <Button
          size="form"
          look="primary"
          disabled={isRunning}
          onClick={() => void start({ archives, expect })}
        >
          {t('start')}
        </Button>
      </DrawerFooter>
    </Drawer>
  )
}

function JobState({ job }: { readonly job: VerificationJob }) {
  const t = useTranslations('logs.verify')
  const language = useLocale()
  const { progress, result, exitCode } = job
  if (exitCode === null) {
    const done = progress?.done ?? 0
    const total = progress?.total ?? undefined
    return (
      <>
        <p>{t('running', { done: formatNumber(done, language) })}</p>
        <ProgressLine label={t('title')} value={done} max={total} />
      </>
    )
  }
  const logs = result?.logs
  if (!logs) return <p className="text-danger wrap-anywhere">{job.error ?? t('ended')}</p>
  return (
    <>
      <p className={`font-medium ${result.isIntact ? 'text-success' : 'text-danger'}`}>
        {t(result.isIntact ? 'intact' : 'broken')}
      </p>
      <ul className="flex flex-col gap-2">
        {logs.map(log => (
          <LogResult key={`${log.kind} ${log.environmentName}`} log={log} />
        ))}
      </ul>
    </>
  )
}

function LogResult({ log }: { readonly log: LogVerification }) {
  const t = useTranslations('logs.verify')
  const { names } = usePlace()
  const { anchor, problem, problemEntry, environmentName } = log
  const place = environmentName === null ? names : { ...names, environment: environmentName }
  const area = environmentName === null ? 'admin-logs' : 'activity-logs'
  return (
    <li className="rounded-card border border-line p-3 wrap-anywhere">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">
          {environmentName === null ? t('adminLog') : t('activityLog', { name: environmentName })}
        </span>
        <Badge tone={problem === undefined ? 'success' : 'danger'}>
          {t(problem === undefined ? 'unchanged' : 'changed')}
        </Badge>
      </p>
      <p className="text-muted">{t('entries', { count: log.rows + log.archivedRows })}</p>
      {problem === undefined ? null : <p className="mt-1 text-danger">{problem}</p>}
      {problemEntry ? (
        <a
          href={formatAddress({
            ...place,
            screen: { kind: 'settings', area, id: problemEntry.createdAt },
          })}
          className="text-accent underline underline-offset-2"
        >
          {t('show', { seq: problemEntry.seq })}
        </a>
      ) : null}
      {anchor === null || problem !== undefined ? null : (
        <p className="mt-1 flex items-center gap-2 text-small text-muted">
          <code className="min-w-0 flex-1 truncate font-mono">{anchor}</code>
          <CopyButton getText={() => anchor} />
        </p>
      )}
    </li>
  )
}
