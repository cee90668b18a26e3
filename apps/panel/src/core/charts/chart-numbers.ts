import type { ChartDisplay } from '@service/protocol'
import { readCurrency } from '../text/format-number.js'

/** How the numbers of a chart are written. */
export interface ChartNumbers {
  /** With all digits that mean something. */
  readonly full: (value: number) => string
  /** For axes and large figures. */
  readonly short: (value: number) => string
  readonly percent: (value: number) => string
}

const thousand = 1_000

/**
 * Returns how the numbers of a chart are written: with its currency or unit, in a language.
 *
 * @example
 * const { full, short } = createChartNumbers({ currency: 'EUR' }, 'en')
 * full(2714112.5) // '2,714,112.50 €'
 * short(2714112.5) // '2.71M €'
 */
export function createChartNumbers(
  { currency, unit, decimals }: ChartDisplay = {},
  language = 'en',
): ChartNumbers {
  const money = currency === undefined ? undefined : readCurrency(currency, language)
  const end = [money?.symbol, unit].filter(Boolean).join('\u00a0')
  const follow = (text: string) => (end === '' ? text : `${text}\u00a0${end}`)
  const digits = decimals ?? money?.digits
  const fullFormat = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 2,
  })
  const plainFormat = new Intl.NumberFormat(language, { maximumFractionDigits: digits ?? 2 })
  const shortFormat = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumSignificantDigits: 3,
  })
  const percentFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return {
    full: value => follow(fullFormat.format(value)),
    short: value =>
      follow((Math.abs(value) < 10 * thousand ? plainFormat : shortFormat).format(value)),
    percent: value => `${percentFormat.format(value)}\u00a0%`,
  }
}
