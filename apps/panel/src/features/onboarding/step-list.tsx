import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type WizardStep, wizardSteps } from '../../core/onboarding/wizard-address.js'

/** The steps of the wizard: which are done, and which one is open. */
export function StepList({ step }: { readonly step: WizardStep }) {
  const t = useTranslations('onboarding')
  const current = wizardSteps.indexOf(step)
  return (
    <ol aria-label={t('steps')} className="flex flex-wrap gap-x-5 gap-y-2">
      {wizardSteps.map((each, index) => (
        <li
          key={each}
          aria-current={index === current ? 'step' : undefined}
          className={clsx(
            'flex items-center gap-2',
            index === current ? 'font-medium text-text' : 'text-muted',
          )}
        >
          <span
            className={clsx(
              'flex size-5 items-center justify-center rounded-full text-small',
              index === current ? 'bg-accent text-on-accent' : 'border border-line-strong',
            )}
          >
            {index < current ? <Check size={12} aria-label={t('done')} /> : index + 1}
          </span>
          {t(`step.${each}`)}
        </li>
      ))}
    </ol>
  )
}
