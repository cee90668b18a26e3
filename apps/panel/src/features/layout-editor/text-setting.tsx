import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { Input } from '../../ui/input.js'

interface TextSettingProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string | undefined
  readonly maxLength: number
  /** With the text as it is typed, without spaces around it. */
  readonly onChange: (text: string) => void
  readonly isLabelHidden?: boolean
  readonly hasFocus?: boolean
}

/** A text of the layout. The screens show it while it is typed. */
export function TextSetting(props: TextSettingProps) {
  const { label, value, placeholder, maxLength, onChange, isLabelHidden = false } = props
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const id = useId()
  // Undo and the like change it from outside.
  if (value !== known) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', isLabelHidden && 'flex-1')}>
      {isLabelHidden ? null : (
        <label htmlFor={id} className="text-small font-medium text-muted">
          {label}
        </label>
      )}
      <Input
        id={id}
        label={label}
        value={typed}
        placeholder={placeholder}
        maxLength={maxLength}
        autoFocus={props.hasFocus}
        onChange={event => {
          setTyped(event.target.value)
          onChange(event.target.value.trim())
        }}
      />
    </div>
  )
}
