import { useId } from 'react'
import { Choice } from './choice.js'

interface RadioListProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly options: readonly { readonly value: T; readonly label: string }[]
}

/** One of a few, all of them visible. */
export function RadioList<T extends string>(props: RadioListProps<T>) {
  const { label, value, onChange, options } = props
  const name = useId()
  return (
    <fieldset className="flex flex-col">
      <legend className="pb-1 text-small font-medium text-muted">{label}</legend>
      {options.map(option => (
        <Choice
          key={option.value}
          kind="radio"
          name={name}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        >
          {option.label}
        </Choice>
      ))}
    </fieldset>
  )
}
