import { useEffect, useRef, useState } from 'react'
import { joinAddress, splitAddress } from '../../core/text/address-lines.js'
import { controlClass } from '../../ui/control.js'
import type { EditProps } from '../edit-props.js'
import { readControlProps } from '../read-control-props.js'

/** A postal address, each of its parts on a line. */
export default function EditAddress(props: EditProps) {
  const { value, onChange } = props
  const before = typeof value === 'string' ? value : ''
  const [text, setText] = useState(() => splitAddress(before).join('\n'))
  const sent = useRef(value)

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(splitAddress(typeof value === 'string' ? value : '').join('\n'))
  }, [value])

  return (
    <textarea
      {...readControlProps(props)}
      autoComplete="street-address"
      rows={Math.min(Math.max(text.split('\n').length + 1, 3), 8)}
      value={text}
      onChange={event => {
        setText(event.target.value)
        const next = joinAddress(event.target.value, before)
        sent.current = next === '' ? null : next
        onChange(sent.current)
      }}
      className={`${controlClass} py-1.5`}
    />
  )
}
