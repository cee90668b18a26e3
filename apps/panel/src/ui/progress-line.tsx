interface ProgressLineProps {
  readonly label: string
  readonly value: number
  /** Absent when it is not known how much there is. */
  readonly max?: number | undefined
}

/** How far something has come. */
export function ProgressLine({ label, value, max }: ProgressLineProps) {
  return (
    <progress
      aria-label={label}
      className="progress-line h-2 w-full"
      {...(max === undefined ? {} : { value: Math.min(value, max), max: Math.max(max, 1) })}
    />
  )
}
