import { useLocale, useTranslations } from 'use-intl'
import { checkDateRange, type DateRange } from '../../core/forms/date-range.js'
import { readInput } from '../../core/forms/read-input.js'
import type { TypedRead } from '../use-typed-text.js'

interface DateReading {
  readonly type: 'Date' | 'Dateonly'
  readonly zone: string
  readonly range: DateRange
  readonly formatLimit: (limit: string) => string
}

/** Reads what is typed as a moment or a day, and says when it is out of its range. */
export function useReadDate(reading: DateReading): (text: string) => TypedRead {
  const t = useTranslations('widgets')
  const language = useLocale()
  const { type, zone, range, formatLimit } = reading
  return text => {
    const read = readInput(type, text, { now: new Date(), zone, language })
    if (!('value' in read)) return { problem: t('problems.date') }
    const beyond = checkDateRange(read.value, range)
    if (beyond === undefined) return read
    const limit = formatLimit(String(range[beyond]))
    return { ...read, problem: t(`problems.${beyond}Date`, { limit }) }
  }
}
