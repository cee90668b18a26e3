import { focusNow } from '../ui/focus-now.js'
import type { EditProps } from './edit-props.js'

/** What every control of a widget has: its name, its state and what describes it. */
export function readControlProps(props: EditProps) {
  const { id, label, widget, isRequired, isDisabled, isInvalid, describedBy, hasFocus } = props
  const { placeholder } = widget.parameters ?? {}
  return {
    id,
    'aria-label': label,
    'aria-required': isRequired,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
    disabled: isDisabled,
    ref: hasFocus ? focusNow : undefined,
    autoComplete: 'off',
    placeholder: typeof placeholder === 'string' ? placeholder : undefined,
  } as const
}
