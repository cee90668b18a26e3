import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { describeField, Field } from './field.js'

interface FormSelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The words of the first option, which stands for none. */
  readonly noneLabel?: string | undefined
  readonly help?: string | undefined
  readonly problem?: string | undefined
  readonly onChange: (value: string) => void
}

/** A labelled list of options. */
export function FormSelect(props: FormSelectProps) {
  const { label, value, options, noneLabel, help, problem, onChange } = props
  const id = useId()
  const problems = problem ? [problem] : []
  const isKnown = value === '' || options.some(option => option.value === value)
  return (
    <Field id={id} label={label} help={help} problems={problems}>
      <span className="relative flex">
        <select
          id={id}
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={describeField(id, help, problems)}
          onChange={event => onChange(event.target.value)}
          className="h-8 w-full min-w-0 appearance-none truncate rounded-control border border-line-strong bg-surface pr-7 pl-2 text-form text-text pointer-coarse:h-11"
        >
          {noneLabel === undefined && value !== '' ? null : (
            <option value="">{noneLabel ?? ''}</option>
          )}
          {isKnown ? null : <option value={value}>{value}</option>}
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={14}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
        />
      </span>
    </Field>
  )
}
