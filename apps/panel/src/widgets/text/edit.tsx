import { stringifyExactJson } from '@service/base'
import { type CSSProperties, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { readInput } from '../../core/forms/read-input.js'
import { controlClass, innerControlClass } from '../../ui/control.js'
import { ControlBox } from '../../ui/control-box.js'
import type { EditProps } from '../edit-props.js'
import { readControlProps } from '../read-control-props.js'
import { useTypedText } from '../use-typed-text.js'
import { BlankText } from './blank-text.js'

/** How browsers help with a text, by the name of its widget. */
const types: Readonly<Record<string, string>> = { email: 'email', link: 'url', phone: 'tel' }

/** Column types whose values are texts. Others are read from what is typed. */
const textTypes: ReadonlySet<unknown> = new Set(['String', 'Enum', 'Uuid', 'File', 'Binary'])

/** One line of text. */
export function EditText(props: EditProps) {
  if (!textTypes.has(props.columnType)) return <EditOtherType {...props} />
  return <EditLine {...props} />
}

function EditLine(props: EditProps) {
  const { value, widget, isInvalid, isDisabled } = props
  const setText = useSetText(props)
  return (
    <ControlBox isInvalid={isInvalid} isDisabled={isDisabled}>
      <input
        {...readControlProps(props)}
        type={types[widget.name] ?? 'text'}
        value={toText(value)}
        onChange={event => setText(event.target.value)}
        className={innerControlClass}
      />
      <BlankText {...props} />
    </ControlBox>
  )
}

/** Text of several lines. */
export function EditTextArea(props: EditProps) {
  const { value, widget } = props
  const { rows } = widget.parameters ?? {}
  const setText = useSetText(props)
  return (
    <div className="group/control relative">
      <textarea
        {...readControlProps(props)}
        style={{ '--rows': typeof rows === 'number' ? rows : 3 } as CSSProperties}
        value={toText(value)}
        onChange={event => setText(event.target.value)}
        className={`${controlClass} field-sizing-content block max-h-[50dvh] min-h-[calc(20px*var(--rows)+14px)] py-1.5`}
      />
      <span className="absolute right-2 bottom-1.5">
        <BlankText {...props} />
      </span>
    </div>
  )
}

/**
 * Sets a text. One that was erased becomes what the field was when it was empty before: an empty
 * text, or no value where there may be none.
 */
function useSetText({ value, columnType, isRequired, onChange }: EditProps) {
  const [erased] = useState(() => {
    if (value === '') return ''
    return isRequired && columnType !== 'Uuid' ? '' : null
  })
  return (text: string) => onChange(text === '' ? erased : text)
}

function toText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

/** A value of any type as a text: JSON where the type has no text of its own. */
function EditOtherType(props: EditProps) {
  const { columnType, isInvalid, isDisabled } = props
  const t = useTranslations('widgets.problems')
  const language = useLocale()
  const typed = useTypedText(
    props,
    value => (typeof value === 'string' ? value : (stringifyExactJson(value) ?? '')),
    text => {
      const read = readInput(columnType, text, { now: new Date(), zone: 'UTC', language })
      if ('value' in read) return read
      return { problem: t(read.problem, { line: read.line ?? 1 }) }
    },
  )
  return (
    <ControlBox isInvalid={isInvalid} isDisabled={isDisabled}>
      <input
        {...readControlProps(props)}
        value={typed.text}
        onChange={event => typed.type(event.target.value)}
        onBlur={typed.settle}
        className={`${innerControlClass} font-mono`}
      />
    </ControlBox>
  )
}
