import type { LayoutWidget } from '@service/protocol'

/** Between which dates a date may be. */
export interface DateRange {
  readonly min?: string
  readonly max?: string
}

/**
 * Reads the range of a date from the parameters of its widget.
 *
 * @example
 * readDateRange({ name: 'date', parameters: { minDate: '2026-01-01T00:00:00.000Z' } })
 */
export function readDateRange({ parameters = {} }: LayoutWidget): DateRange {
  const { minDate, maxDate } = parameters
  return {
    ...(isDate(minDate) && { min: minDate }),
    ...(isDate(maxDate) && { max: maxDate }),
  }
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

/**
 * Says which end of its range a date or day is beyond. Dates that JavaScript does not know are in
 * every range: the agent decides.
 *
 * @example
 * checkDateRange('2025-12-31', { min: '2026-01-01T00:00:00.000Z' }) // 'min'
 */
export function checkDateRange(value: unknown, { min, max }: DateRange) {
  if (typeof value !== 'string' || !/^\d{4}-/.test(value)) return undefined
  if (min !== undefined && isBefore(value, min)) return 'min' as const
  return max !== undefined && isBefore(max, value) ? ('max' as const) : undefined
}

/** A day is compared with the day of the other. */
function isBefore(a: string, b: string): boolean {
  if (a.length === 10 || b.length === 10) return a.slice(0, 10) < b.slice(0, 10)
  return Date.parse(a) < Date.parse(b)
}
