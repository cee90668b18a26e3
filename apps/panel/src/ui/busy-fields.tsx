import type { ReactNode } from 'react'

interface BusyFieldsProps {
  /** Whether they are being saved. */
  readonly isBusy: boolean
  readonly children: ReactNode
}

/** Fields that cannot be changed while they are saved: what is stored then replaces what they show. */
export function BusyFields({ isBusy, children }: BusyFieldsProps) {
  return (
    <fieldset disabled={isBusy} className="contents">
      {children}
    </fieldset>
  )
}
