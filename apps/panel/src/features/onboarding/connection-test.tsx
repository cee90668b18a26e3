import { clsx } from 'clsx'
import { Circle, CircleCheck, CircleX } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { TestStep } from '../../core/onboarding/diagnose-connection.js'
import { Button } from '../../ui/button.js'
import type { RunningTest } from './use-connection-test.js'

interface ConnectionTestProps {
  readonly agentUrl: string | null
  readonly test: RunningTest
  readonly onChangeAddress: () => void
}

const steps: readonly TestStep[] = ['reach', 'read', 'session']

/** Whether this page reaches the agent, step by step; what is wrong is said in words, with what to do. */
export function ConnectionTest({ agentUrl, test, onChangeAddress }: ConnectionTestProps) {
  const t = useTranslations('onboarding')
  const id = useId()
  const { isRunning, passed, diagnosis, run } = test
  const values = { address: agentUrl ?? '', origin: window.location.origin }
  const hasFailed = !isRunning && diagnosis !== undefined && diagnosis.kind !== 'works'
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={id} className="font-medium">
            {t('testTitle')}
          </h2>
          <p className="font-mono text-small text-muted wrap-anywhere">{agentUrl}</p>
        </div>
        <span className="flex flex-wrap gap-2">
          <Button onClick={onChangeAddress}>{t('changeAddress')}</Button>
          <Button onClick={run} disabled={isRunning}>
            {t('test')}
          </Button>
        </span>
      </div>
      <ul className="flex flex-col gap-1">
        {steps.map((step, index) => {
          const isPassed = passed.includes(step)
          const isFailed = hasFailed && !isPassed && passed.length === index
          const Icon = isPassed ? CircleCheck : isFailed ? CircleX : Circle
          return (
            <li
              key={step}
              className={clsx(
                'flex items-center gap-2',
                isPassed ? 'text-text' : isFailed ? 'text-danger' : 'text-muted',
              )}
            >
              <Icon
                size={14}
                aria-hidden="true"
                className={isPassed ? 'text-success' : undefined}
              />
              {t(`testStep.${step}`)}
              <span className="sr-only">
                {isPassed ? t('passed') : isFailed ? t('failed') : t('notTested')}
              </span>
            </li>
          )
        })}
      </ul>
      <div aria-live="polite">
        {hasFailed && diagnosis ? (
          <div className="rounded-card bg-danger-bg p-3 text-text">
            <p className="font-medium text-danger">
              {t(`failures.${diagnosis.kind}.title`, values)}
            </p>
            <p className="mt-1">{t(`failures.${diagnosis.kind}.hint`, values)}</p>
            {'detail' in diagnosis && diagnosis.detail !== undefined ? (
              <p className="mt-1 font-mono text-small wrap-anywhere">{diagnosis.detail}</p>
            ) : null}
          </div>
        ) : null}
        {!isRunning && diagnosis?.kind === 'works' ? (
          <p className="text-success">{t('works')}</p>
        ) : null}
      </div>
    </section>
  )
}
