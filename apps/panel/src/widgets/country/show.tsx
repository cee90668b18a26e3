import { useLocale } from 'use-intl'
import { formatCountry } from '../../core/text/format-country.js'
import type { ShowProps } from '../show-props.js'

/** A country by its name. */
export function ShowCountry({ value }: ShowProps) {
  const code = String(value)
  const name = formatCountry(code, useLocale())
  return (
    <span className="truncate" data-tooltip={name === code ? undefined : code}>
      {name}
    </span>
  )
}
