import { useEffect, useRef } from 'react'

interface CheckboxProps {
  readonly label: string
  readonly isChecked: boolean
  readonly isPartial?: boolean
  readonly onChange: (event: { readonly isChecked: boolean; readonly isRange: boolean }) => void
  readonly tabIndex?: number
}

export function Checkbox({
  label,
  isChecked,
  isPartial = false,
  onChange,
  tabIndex,
}: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isPartial
  }, [isPartial])
  return (
    <input
      ref={ref}
      type="checkbox"
      className="checkbox"
      aria-label={label}
      checked={isChecked}
      tabIndex={tabIndex}
      onClick={event => event.stopPropagation()}
      onChange={event =>
        onChange({
          isChecked: event.target.checked,
          isRange: event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
        })
      }
    />
  )
}
