import { useLocale } from 'use-intl'
import { formatDuration } from '../../core/text/format-duration.js'
import { formatNumber, formatPercentage, formatSize } from '../../core/text/format-number.js'
import type { ShowProps } from '../show-props.js'

/** A number. One that a double cannot hold arrives as text; a key has no separators. */
export function ShowNumber({ value, field }: ShowProps) {
  const language = useLocale()
  if (field.isPrimaryKey || !isNumeric(value)) return showDigits(String(value))
  return showDigits(formatNumber(value, language))
}

export function ShowPercentage({ value, field }: ShowProps) {
  const language = useLocale()
  if (!isNumeric(value)) return showDigits(String(value))
  const isFraction = field.show.parameters?.isFraction === true
  return showDigits(formatPercentage(value, isFraction, language))
}

export function ShowSize({ value }: ShowProps) {
  const language = useLocale()
  return showDigits(typeof value === 'number' ? formatSize(value, language) : String(value))
}

export function ShowDuration({ value, field }: ShowProps) {
  const unit = field.show.parameters?.unit === 'ms' ? 'ms' : 's'
  return showDigits(isNumeric(value) ? formatDuration(value, unit) : String(value))
}

const showDigits = (text: string) => <span className="truncate tabular-nums">{text}</span>

function isNumeric(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string'
}
