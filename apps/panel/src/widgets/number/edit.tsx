import { useTranslations } from 'use-intl'
import { isExactNumber, readNumberRange } from '../../core/text/number-input.js'
import type { EditProps } from '../edit-props.js'
import { NumberField } from './number-field.js'

export function EditNumber(props: EditProps) {
  return <NumberField {...props} />
}

/** A percentage; a fraction such as 0.2 is shown as 20. */
export function EditPercentage(props: EditProps) {
  const isFraction = props.widget.parameters?.isFraction === true
  return <NumberField {...props} places={isFraction ? -2 : 0} unit="%" />
}

/** More steps cannot be told apart on a slider. */
const mostSteps = 1_000

/** A number between two others, by sliding or typing. */
export function EditSlider(props: EditProps) {
  const { label, value, widget, isDisabled, describedBy, onChange } = props
  const t = useTranslations('widgets')
  const { min, max, step = 1 } = readNumberRange(widget.parameters)
  const hasSteps = min !== undefined && max !== undefined && max > min
  if (!hasSteps || (max - min) / step > mostSteps) return <NumberField {...props} />
  return (
    <div className="flex items-center gap-3">
      <input
        type="range"
        aria-label={t('slide', { name: label })}
        aria-describedby={describedBy}
        min={min}
        max={max}
        step={step}
        disabled={isDisabled}
        value={isExactNumber(value) ? Number(value) : min}
        onChange={event => onChange(Number(event.target.value))}
        className="slider min-w-0 flex-1"
      />
      <div className="w-32 shrink-0">
        <NumberField {...props} />
      </div>
    </div>
  )
}
