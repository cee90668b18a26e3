import { splitAddress } from '../../core/text/address-lines.js'
import type { ShowProps } from '../show-props.js'
import { ShowText } from '../text/show.js'

/** A postal address: one line in a table, a line for each part on a page. */
export function ShowAddress(props: ShowProps) {
  const lines = splitAddress(String(props.value))
  if (props.isInTable) return <ShowText {...props} value={lines.join(', ')} />
  return <address className="whitespace-pre-line not-italic">{lines.join('\n')}</address>
}
