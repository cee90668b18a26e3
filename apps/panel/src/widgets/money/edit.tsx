import { useLocale } from 'use-intl'
import { readCurrency } from '../../core/text/format-number.js'
import type { EditProps } from '../edit-props.js'
import { NumberField } from '../number/number-field.js'

/** An amount in its currency. One that is kept in cents is shown in whole units. */
export function EditMoney(props: EditProps) {
  const { currency: fixed, currencyField, base } = props.widget.parameters ?? {}
  const language = useLocale()
  const named = typeof fixed === 'string' ? fixed : props.siblings[String(currencyField)]
  const { symbol, digits } = readCurrency(typeof named === 'string' ? named : '', language)
  const isInCents = base === 'Cents'
  return (
    <NumberField
      {...props}
      isGrouped
      digits={digits}
      places={isInCents ? digits : 0}
      isWhole={isInCents}
      unit={symbol}
    />
  )
}
