import type { ReactNode } from 'react'

interface FieldProps {
  /** The id of the control. */
  readonly id: string
  readonly label: string
  /** The control is a group, which its label cannot point to. */
  readonly isGroup?: boolean
  /** Says that a value is needed, for screen readers; absent when it is not. */
  readonly requiredLabel?: string | undefined
  readonly help?: string | undefined
  readonly problems: readonly string[]
  readonly children: ReactNode
}

/**
 * A control with its label above, and help and problems below it.
 *
 * @example
 * <Field id="name" label="Name" problems={[]}><input id="name" aria-describedby={describeField('name', undefined, [])} /></Field>
 */
export function Field(props: FieldProps) {
  const { id, label, isGroup = false, requiredLabel, help, problems, children } = props
  const Label = isGroup ? 'span' : 'label'
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Label
        {...(isGroup ? { 'aria-hidden': true } : { htmlFor: id })}
        className="text-small font-medium text-muted"
      >
        {label}
        {requiredLabel ? (
          <>
            <span aria-hidden="true" className="ml-0.5 text-danger">
              *
            </span>
            <span className="sr-only">, {requiredLabel}</span>
          </>
        ) : null}
      </Label>
      {children}
      {help ? (
        <p id={`${id}-help`} className="text-small text-muted">
          {help}
        </p>
      ) : null}
      <div id={`${id}-problems`} aria-live="polite">
        {problems.map(problem => (
          <p key={problem} className="text-small text-danger">
            {problem}
          </p>
        ))}
      </div>
    </div>
  )
}

/** The ids of what describes a control inside a `Field`. */
export function describeField(
  id: string,
  help: string | undefined,
  problems: readonly string[],
): string | undefined {
  const ids = [...(help ? [`${id}-help`] : []), ...(problems.length > 0 ? [`${id}-problems`] : [])]
  return ids.length > 0 ? ids.join(' ') : undefined
}
