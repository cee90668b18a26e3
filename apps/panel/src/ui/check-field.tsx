interface CheckFieldProps {
  readonly label: string
  /** What it means, below the label. */
  readonly hint?: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}

/** A check box with its words beside it. */
export function CheckField({ label, hint, isChecked, onChange }: CheckFieldProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2 pointer-coarse:min-h-11">
      <span className="flex h-5 items-center">
        <input
          type="checkbox"
          className="checkbox"
          checked={isChecked}
          onChange={event => onChange(event.target.checked)}
        />
      </span>
      <span>
        {label}
        {hint ? <span className="block text-small text-muted">{hint}</span> : null}
      </span>
    </label>
  )
}
