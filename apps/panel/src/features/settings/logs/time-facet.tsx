import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatLocalMinute, readLocalMinute } from '../../../core/logs/local-instant.js'
import { type LogPeriod, logPeriods } from '../../../core/logs/log-state.js'
import { usePlace } from '../../../data/place-context.js'
import { Input } from '../../../ui/input.js'
import { Select } from '../../../ui/select.js'
import type { LogAddress } from './use-log-address.js'

/** Limits a log to a period up to now, or to a range of one's own. */
export function TimeFacet({ address }: { readonly address: LogAddress }) {
  const t = useTranslations('logs')
  const { state, change } = address
  const hasRange = state.from !== undefined || state.to !== undefined
  const [isOpened, setOpened] = useState(false)
  const isOwn = hasRange || (isOpened && state.period === undefined)
  return (
    <>
      <Select
        isWideOnPhone
        label={t('facets.time')}
        value={isOwn ? 'own' : (state.period ?? '')}
        onChange={value => {
          setOpened(value === 'own')
          const period = Object.hasOwn(logPeriods, value) ? (value as LogPeriod) : undefined
          change({ period, from: undefined, to: undefined })
        }}
      >
        <option value="">{t('any.time')}</option>
        {(Object.keys(logPeriods) as LogPeriod[]).map(period => (
          <option key={period} value={period}>
            {t(`periods.${period}`)}
          </option>
        ))}
        <option value="own">{t('periods.own')}</option>
      </Select>
      {isOwn ? (
        <>
          <TimeInput address={address} end="from" />
          <TimeInput address={address} end="to" />
        </>
      ) : null}
    </>
  )
}

function TimeInput({
  address,
  end,
}: {
  readonly address: LogAddress
  readonly end: 'from' | 'to'
}) {
  const t = useTranslations('logs')
  const { timezone } = usePlace()
  const { state, change } = address
  return (
    <span className="w-48 max-sm:col-span-2 max-sm:w-full">
      <Input
        type="datetime-local"
        label={t(`facets.${end}`)}
        title={t(`facets.${end}`)}
        value={formatLocalMinute(state[end], timezone)}
        onChange={event => change({ [end]: readLocalMinute(event.target.value, timezone) })}
      />
    </span>
  )
}
