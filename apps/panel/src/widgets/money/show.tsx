import { useFormatter } from 'use-intl'
import type { ShowProps } from '../show-props.js'

/** An amount in the currency that the record names. */
export function ShowMoney({ value, field, record }: ShowProps) {
  const format = useFormatter()
  const { currencyField, base } = field.show.parameters ?? {}
  const currency = record.values[String(currencyField)]
  const amount = base === 'Cents' ? Number(value) / 100 : Number(value)
  const isKnown = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
  if (!Number.isFinite(amount)) return <span>{String(value)}</span>
  const text = isKnown
    ? format.number(amount, { style: 'currency', currency })
    : format.number(amount, { minimumFractionDigits: 2, maximumFractionDigits: 20 })
  return <span className="truncate tabular-nums">{text}</span>
}
