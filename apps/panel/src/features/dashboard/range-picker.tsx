import type { DashboardRange } from '@service/protocol'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { resolveRange, shiftDay } from '../../core/charts/dashboard-range.js'
import { listOfferedRanges } from '../../core/charts/dashboard-state.js'
import { parseRangeText } from '../../core/charts/range-text.js'
import { usePlace } from '../../data/place-context.js'
import { Input } from '../../ui/input.js'
import { Select } from '../../ui/select.js'

interface RangePickerProps {
  readonly range: DashboardRange
  /** What the dashboard shows at first. */
  readonly first: DashboardRange | undefined
  readonly onChange: (range: DashboardRange) => void
}

/** A named range, or two days. */
export function RangePicker({ range, first, onChange }: RangePickerProps) {
  const t = useTranslations('dashboards')
  const { timezone } = usePlace()
  const isDays = typeof range !== 'string'
  return (
    <>
      <Select
        label={t('view.range')}
        value={isDays ? 'days' : range}
        onChange={value => onChange(parseRangeText(value) ?? readDays(range, timezone))}
      >
        {listOfferedRanges(first, range).map(name => (
          <option key={name} value={name}>
            {t(`view.ranges.${name}`)}
          </option>
        ))}
        <option value="days">{t('view.ranges.days')}</option>
      </Select>
      {isDays ? (
        <DayInputs key={`${range.from} ${range.to}`} {...range} onChange={onChange} />
      ) : null}
    </>
  )
}

/** The days that are shown now, or the last month: a start for others. */
function readDays(range: DashboardRange, timezone: string): DashboardRange {
  const now = new Date().toISOString()
  const span = resolveRange(range, now, timezone) ?? resolveRange('last_30_days', now, timezone)
  return span ? { from: span.from, to: shiftDay(span.to, -1) } : 'all_time'
}

interface DayInputsProps {
  readonly from: string
  readonly to: string
  readonly onChange: (range: DashboardRange) => void
}

/** What is typed counts when the input is left or Enter is pressed: half a date is no date. */
function DayInputs(given: DayInputsProps) {
  const t = useTranslations('dashboards')
  const [days, setDays] = useState({ from: given.from, to: given.to })
  const apply = () => {
    const range = parseRangeText(`${days.from}..${days.to}`)
    if (!range) setDays({ from: given.from, to: given.to })
    else if (days.from !== given.from || days.to !== given.to) given.onChange(range)
  }
  return (
    <form
      className="flex gap-1"
      onSubmit={event => {
        event.preventDefault()
        apply()
      }}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) apply()
      }}
    >
      <Input
        type="date"
        label={t('view.from')}
        value={days.from}
        max={days.to}
        onChange={event => setDays({ ...days, from: event.target.value })}
      />
      <Input
        type="date"
        label={t('view.to')}
        value={days.to}
        min={days.from}
        onChange={event => setDays({ ...days, to: event.target.value })}
      />
      <button type="submit" className="sr-only">
        {t('view.range')}
      </button>
    </form>
  )
}
