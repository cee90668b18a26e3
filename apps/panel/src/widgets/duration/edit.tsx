import { useTranslations } from 'use-intl'
import { formatDurationInput, parseDurationText } from '../../core/text/duration-input.js'
import { isExactNumber } from '../../core/text/number-input.js'
import type { EditProps } from '../edit-props.js'
import { TypedInput } from '../typed-input.js'
import { useTypedText } from '../use-typed-text.js'

/** A number of seconds or milliseconds, as `2 h 5 min`. */
export function EditDuration(props: EditProps) {
  const t = useTranslations('widgets')
  const unit = props.widget.parameters?.unit === 'ms' ? 'ms' : 's'
  const typed = useTypedText(
    props,
    value => (isExactNumber(value) ? formatDurationInput(value, unit) : String(value)),
    text => {
      if (text.trim() === '') return { value: null }
      const value = parseDurationText(text, unit)
      return value === undefined ? { problem: t('problems.duration') } : { value }
    },
  )
  return <TypedInput edit={props} typed={typed} />
}
