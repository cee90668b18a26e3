import { useLocale } from 'use-intl'
import { formatMoney } from '../../core/text/format-number.js'
import type { ShowProps } from '../show-props.js'

/** An amount in the currency that the record names. */
export function ShowMoney({ value, field, record }: ShowProps) {
  const { currencyField, base } = field.show.parameters ?? {}
  const currency = record.values[String(currencyField)]
  const language = useLocale()
  const isNumeric = typeof value === 'number' || typeof value === 'string'
  const text = isNumeric
    ? formatMoney(value, typeof currency === 'string' ? currency : undefined, {
        language,
        base: base === 'Cents' ? 'Cents' : 'Unit',
      })
    : String(value)
  return <span className="truncate tabular-nums">{text}</span>
}
