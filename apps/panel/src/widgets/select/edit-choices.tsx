import { readOptions } from '../../core/forms/action-widget.js'
import { findOption, toKey } from '../../core/forms/filter-options.js'
import { Choice } from '../../ui/choice.js'
import { focusNow } from '../../ui/focus-now.js'
import { ClearValue } from '../clear-value.js'
import type { EditProps } from '../edit-props.js'

/** One of a few options, all of them in sight. */
export function EditRadio(props: EditProps) {
  const { value, onChange } = props
  const chosen = value === null || value === undefined ? undefined : toKey(value)
  return (
    <div
      {...readGroupProps(props)}
      role="radiogroup"
      aria-required={props.isRequired}
      aria-invalid={props.isInvalid}
    >
      {listChoices(props, chosen === undefined ? [] : [value]).map((option, index) => (
        <Choice
          key={toKey(option.value)}
          kind="radio"
          name={props.id}
          checked={toKey(option.value) === chosen}
          disabled={props.isDisabled}
          ref={props.hasFocus && index === 0 ? focusNow : undefined}
          onChange={() => onChange(option.value)}
        >
          {option.label}
        </Choice>
      ))}
      {/* Without a width of its own: unseen until it is wanted, it would take a line for itself. */}
      <span className="-mr-8 -ml-2 w-8">
        <ClearValue {...props} />
      </span>
    </div>
  )
}

/** Several of a few options, all of them in sight. */
export function EditCheckboxes(props: EditProps) {
  const { value, onChange } = props
  const values = Array.isArray(value) ? (value as readonly unknown[]) : []
  const chosen = new Set(values.map(toKey))
  const options = listChoices(props, values)
  return (
    <fieldset {...readGroupProps(props)}>
      {options.map((option, index) => (
        <Choice
          key={toKey(option.value)}
          kind="checkbox"
          checked={chosen.has(toKey(option.value))}
          disabled={props.isDisabled}
          ref={props.hasFocus && index === 0 ? focusNow : undefined}
          onChange={({ target }) =>
            onChange(
              options
                .filter(each => (each === option ? target.checked : chosen.has(toKey(each.value))))
                .map(each => each.value),
            )
          }
        >
          {option.label}
        </Choice>
      ))}
    </fieldset>
  )
}

/** The options, and values that are none of them. */
function listChoices({ widget, enumValues }: EditProps, values: readonly unknown[]) {
  const options = readOptions(widget, enumValues)
  const keys = new Set(options.map(option => toKey(option.value)))
  const others = values.filter(value => !keys.has(toKey(value)))
  return [...options, ...others.map(value => findOption([], value))]
}

function readGroupProps({ id, label, describedBy }: EditProps) {
  return {
    id,
    'aria-label': label,
    'aria-describedby': describedBy,
    className: 'group/control flex flex-wrap items-center gap-x-4',
  } as const
}
