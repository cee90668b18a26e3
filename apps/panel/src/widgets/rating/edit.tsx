import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { readNumberRange } from '../../core/text/number-input.js'
import { focusNow } from '../../ui/focus-now.js'
import { ClearValue } from '../clear-value.js'
import type { EditProps } from '../edit-props.js'
import { NumberField } from '../number/number-field.js'

const usualStars = 5
const mostStars = 10

/** A number of stars. A number that stars cannot show is edited as a number. */
export function EditRating(props: EditProps) {
  const { id, label, value, widget, isRequired, isDisabled, isInvalid, describedBy } = props
  const t = useTranslations('widgets')
  const { max = usualStars } = readNumberRange(widget.parameters)
  const isNothing = value === null || value === undefined
  const stars = Number(value)
  const isShown = isNothing || (Number.isInteger(stars) && stars >= 0 && stars <= max)
  if (!isShown || max > mostStars || !Number.isInteger(max)) return <NumberField {...props} />
  return (
    <div
      role="radiogroup"
      id={id}
      aria-label={label}
      aria-required={isRequired}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      className="group/control flex min-h-8 items-center gap-1"
    >
      {Array.from({ length: max }, (_, index) => index + 1).map((count, index) => (
        <label
          key={count}
          className="relative inline-flex size-6 items-center justify-center rounded-[4px] has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:size-11"
        >
          <input
            type="radio"
            name={id}
            aria-label={t('stars', { count })}
            checked={!isNothing && stars === count}
            disabled={isDisabled}
            ref={props.hasFocus && index === 0 ? focusNow : undefined}
            onChange={() => props.onChange(count)}
            className="absolute inset-0 opacity-0"
          />
          <Star
            size={18}
            aria-hidden="true"
            className={clsx(
              !isNothing && stars >= count ? 'fill-current text-warning' : 'text-line-strong',
            )}
          />
        </label>
      ))}
      <ClearValue {...props} />
    </div>
  )
}
