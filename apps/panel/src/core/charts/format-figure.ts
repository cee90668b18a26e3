import type { ChartDisplay } from '@service/protocol'
import { formatChartNumber } from './chart-units.js'

const powers = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
] as const

/**
 * Writes a number that stands alone: in full up to a million, then with three digits or more.
 *
 * @example
 * formatFigure(2_714_112.5, { currency: 'EUR' }, 'en') // '2.71 M €'
 */
export function formatFigure(value: number, display: ChartDisplay, language: string): string {
  const [power, sign] = powers.find(([least]) => Math.abs(value) >= least) ?? [1, '']
  if (sign === '') return formatChartNumber(value, display, language)
  const unit = formatChartNumber(0, { ...display, decimals: 0 }, language).slice(1)
  const number = formatChartNumber(value / power, { decimals: 2 }, language)
  return `${number}\u00a0${sign}${unit}`
}
