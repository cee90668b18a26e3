import { type HTMLInputTypeAttribute, type Ref, useId } from 'react'
import { describeField, Field } from './field.js'

interface FormInputProps {
  readonly label: string
  readonly value: string
  readonly help?: string | undefined
  readonly problem?: string | undefined
  readonly type?: HTMLInputTypeAttribute
  readonly placeholder?: string
  readonly maxLength?: number
  readonly inputMode?: 'numeric' | 'email'
  /** For password managers. Default: off. */
  readonly autoComplete?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly onChange: (value: string) => void
}

/** A labelled line of text. */
export function FormInput(props: FormInputProps) {
  const { label, value, help, problem, type = 'text', onChange, autoComplete, ...rest } = props
  const id = useId()
  const problems = problem ? [problem] : []
  return (
    <Field id={id} label={label} help={help} problems={problems}>
      <input
        {...rest}
        id={id}
        type={type}
        value={value}
        autoComplete={autoComplete ?? 'off'}
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={describeField(id, help, problems)}
        onChange={event => onChange(event.target.value)}
        className="h-8 w-full min-w-0 rounded-control border border-line-strong bg-surface px-2 text-form placeholder:text-faint aria-invalid:border-danger pointer-coarse:h-11"
      />
    </Field>
  )
}
