import { useId } from 'react'

interface CardChoiceProps<T extends string> {
  readonly label: string
  readonly hint?: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly options: readonly { readonly value: T; readonly label: string }[]
}

/** One of several, as cards beside each other. */
export function CardChoice<T extends string>(props: CardChoiceProps<T>) {
  const { label, hint, value, onChange, options } = props
  const name = useId()
  return (
    <fieldset>
      <legend className="font-medium">{label}</legend>
      {hint ? <p className="text-small text-muted">{hint}</p> : null}
      <div className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-4">
        {options.map(option => (
          <label
            key={option.value}
            className="flex min-h-11 items-center gap-2 rounded-control border border-line px-3 text-form hover:bg-hover has-checked:border-accent has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="radio"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="min-w-0 break-words">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
