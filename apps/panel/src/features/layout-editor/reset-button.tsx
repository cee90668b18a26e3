import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.js'

interface ResetButtonProps {
  readonly onReset: () => void
  readonly children: ReactNode
}

/** Lets a part of the layout be guessed again. */
export function ResetButton({ onReset, children }: ResetButtonProps) {
  return (
    <div>
      <Button look="ghost" icon={<RotateCcw size={14} aria-hidden="true" />} onClick={onReset}>
        {children}
      </Button>
    </div>
  )
}
