import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { useRested } from '../../../data/use-rested.js'
import { useToasts } from '../../../shell/toasts.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { BusyFields } from '../../../ui/busy-fields.js'
import { Button } from '../../../ui/button.js'
import { Choice } from '../../../ui/choice.js'
import { FormInput } from '../../../ui/form-input.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { UnsavedGuard } from '../parts/unsaved-guard.js'

interface RetentionFormProps {
  readonly path: string
  readonly field: string
  /** Null: for ever. */
  readonly days: number | null
  /** The name of the log. */
  readonly name: string
}

const LONGEST = 36_500

/** How long a log is kept. What would be removed now is said before it is saved. */
export function RetentionForm({ path, field, days, name }: RetentionFormProps) {
  const t = useTranslations('retention')
  const { show } = useToasts()
  const describeError = useErrorText()
  const group = useId()
  const [isLimited, setLimited] = useState(days !== null)
  const [text, setText] = useState(String(days ?? 365))
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const number = readDays(text)
  const chosen = isLimited ? number : null
  const isDirty = chosen !== days
  const counted = readDays(useRested(text, 300))
  const expired = useServiceData<{ readonly expiredCount: number }>(
    `${path}/expired?days=${counted ?? 1}`,
    { isNeeded: isLimited && counted !== undefined },
  )
  const expiredCount =
    isLimited && counted === number ? expired.data?.expiredCount : isLimited ? undefined : 0
  const send = useServiceChange(
    (next: number | null) =>
      next === null ? request('DELETE', path) : request('PUT', path, { [field]: next }),
    [path],
  )
  const store = async () => {
    await send(chosen ?? null)
    show({ text: t('saved'), kind: 'success' })
  }
  async function save() {
    if (chosen === undefined) return
    if (expiredCount) return setAsking(true)
    setBusy(true)
    setProblem(undefined)
    try {
      await store()
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      aria-label={name}
      className="flex flex-col gap-2"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <UnsavedGuard isDirty={isDirty && !isBusy} />
      <BusyFields isBusy={isBusy}>
        <div role="radiogroup" aria-label={t('keep')} className="flex flex-col">
          <Choice kind="radio" name={group} checked={!isLimited} onChange={() => setLimited(false)}>
            {t('forever')}
          </Choice>
          <Choice kind="radio" name={group} checked={isLimited} onChange={() => setLimited(true)}>
            {t('limited')}
          </Choice>
        </div>
        {isLimited ? (
          <div className="max-w-48 pl-6">
            <FormInput
              label={t('days')}
              value={text}
              problem={number === undefined ? t('daysRule', { max: LONGEST }) : undefined}
              onChange={setText}
            />
          </div>
        ) : null}
      </BusyFields>
      {isLimited && number !== undefined ? (
        <p role="status" className="pl-6 text-muted">
          {expiredCount === undefined ? t('counting') : t('expired', { count: expiredCount })}
        </p>
      ) : null}
      {problem === undefined ? null : (
        <p role="alert" className="wrap-anywhere text-danger">
          {problem}
        </p>
      )}
      <div>
        <Button
          size="form"
          look="primary"
          type="submit"
          disabled={!isDirty || chosen === undefined || expiredCount === undefined || isBusy}
        >
          {t('save')}
        </Button>
      </div>
      {isAsking && chosen && expiredCount ? (
        <ConfirmDialog
          title={t('confirmTitle', { count: chosen })}
          hint={t('confirmHint', { count: expiredCount })}
          confirmLabel={t('confirm')}
          onConfirm={store}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </form>
  )
}

function readDays(text: string): number | undefined {
  const isNumber = /^[1-9]\d{0,4}$/.test(text.trim())
  return isNumber && Number(text) <= LONGEST ? Number(text) : undefined
}
