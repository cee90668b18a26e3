import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Choice, Segment } from '../../ui/choice.js'
import { focusNow } from '../../ui/focus-now.js'
import type { EditProps } from '../edit-props.js'
import { readControlProps } from '../read-control-props.js'

export function EditCheckbox(props: EditProps) {
  return <EditYesNo {...props} kind="checkbox" />
}

export function EditSwitch(props: EditProps) {
  return <EditYesNo {...props} kind="switch" />
}

/** Yes or no. A value that is needed and not there yet is neither, until somebody chooses. */
function EditYesNo({ kind, ...props }: EditProps & { readonly kind: 'checkbox' | 'switch' }) {
  const { value, isRequired, hasFocus, onChange } = props
  const t = useTranslations('widgets')
  const ref = useRef<HTMLInputElement>(null)
  const isOpen = isRequired && (value === null || value === undefined)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isOpen
  }, [isOpen])
  useEffect(() => {
    if (hasFocus) ref.current?.focus()
  }, [hasFocus])
  return (
    <Choice
      {...readControlProps(props)}
      ref={ref}
      kind={kind}
      checked={value === true}
      onChange={event => onChange(event.target.checked)}
    >
      <span aria-hidden="true" className="text-muted">
        {isOpen ? t('nothing') : value === true ? t('yes') : t('no')}
      </span>
    </Choice>
  )
}

/** Yes, no, or no value. */
export function EditThreeState(props: EditProps) {
  const { id, label, value, isRequired, isDisabled, isInvalid, describedBy, hasFocus } = props
  const t = useTranslations('widgets')
  const states = [
    { value: true, label: t('yes') },
    { value: false, label: t('no') },
    ...(isRequired ? [] : [{ value: null, label: t('nothing') }]),
  ]
  return (
    <div
      role="radiogroup"
      id={id}
      aria-label={label}
      aria-required={isRequired}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      className="inline-flex items-center gap-0.5 rounded-control border border-line bg-sunken p-0.5"
    >
      {states.map((state, index) => (
        <Segment
          key={state.label}
          name={id}
          checked={(value ?? null) === state.value}
          disabled={isDisabled}
          ref={hasFocus && index === 0 ? focusNow : undefined}
          onChange={() => props.onChange(state.value)}
        >
          {state.label}
        </Segment>
      ))}
    </div>
  )
}
