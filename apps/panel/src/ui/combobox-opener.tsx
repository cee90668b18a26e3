import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { controlButtonClass } from './control-box.js'

/** Until the input is mounted, the button would be the input: announced as one, required, reached by Tab. */
const plainButton = {
  role: 'button',
  tabIndex: -1,
  'aria-required': undefined,
  'aria-readonly': undefined,
} as const

/** The button that opens the list of a combobox. */
export function ComboboxOpener({ label }: { readonly label: string }) {
  return (
    <Combobox.Trigger {...plainButton} aria-label={label} className={controlButtonClass}>
      <ChevronDown size={14} aria-hidden="true" />
    </Combobox.Trigger>
  )
}
