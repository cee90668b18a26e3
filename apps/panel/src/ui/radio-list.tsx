import { useId } from 'react'

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
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-small font-medium text-muted">{label}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className="flex min-h-6 cursor-pointer items-center gap-2 pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="size-4 accent-accent"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
