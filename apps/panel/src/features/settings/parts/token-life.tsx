import { useTranslations } from 'use-intl'
import { type TokenLife as Life, tokenLives } from '../../../core/settings/token-times.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormSelect } from '../../../ui/form-select.js'

interface TokenLifeProps {
  readonly life: Life
  /** A day as `2026-12-31`, where the life ends with one. */
  readonly day: string
  readonly problem?: string | undefined
  readonly onLife: (life: Life) => void
  readonly onDay: (day: string) => void
}

/** How long a new token works. */
export function TokenLife({ life, day, problem, onLife, onDay }: TokenLifeProps) {
  const t = useTranslations('apiTokens')
  return (
    <>
      <FormSelect
        label={t('life')}
        value={life}
        options={tokenLives.map(value => ({ value, label: t(`lives.${value}`) }))}
        help={life === 'never' ? t('neverHint') : undefined}
        problem={life === 'day' ? undefined : problem}
        onChange={value => onLife(value as Life)}
      />
      {life === 'day' ? (
        <FormInput type="date" label={t('day')} value={day} problem={problem} onChange={onDay} />
      ) : null}
    </>
  )
}
