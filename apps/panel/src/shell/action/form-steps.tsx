import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'

interface FormStepsProps {
  readonly count: number
  readonly current: number
  /** Goes back to a page that is filled in. */
  readonly onChoose: (index: number) => void
}

/** The pages of a form: which one this is, and those before it to go back to. */
export function FormSteps({ count, current, onChoose }: FormStepsProps) {
  const t = useTranslations('actions')
  const steps = Array.from({ length: count }, (_, index) => index)
  return (
    <ol aria-label={t('steps')} className="flex items-center gap-2 text-small">
      {steps.map(index => {
        const isDone = index < current
        return (
          <li
            key={index}
            aria-current={index === current ? 'step' : undefined}
            className="flex items-center gap-2 not-last:flex-1 not-last:after:h-px not-last:after:flex-1 not-last:after:bg-line"
          >
            <button
              type="button"
              disabled={!isDone}
              aria-label={t('step', { number: index + 1, count })}
              onClick={() => onChoose(index)}
              className={clsx(
                'inline-flex size-6 items-center justify-center rounded-full border font-medium tabular-nums pointer-coarse:size-9',
                index === current && 'border-accent bg-accent text-on-accent',
                isDone && 'border-accent text-accent hover:bg-hover',
                index > current && 'border-line-strong text-muted',
              )}
            >
              {isDone ? <Check size={12} aria-hidden="true" /> : index + 1}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
