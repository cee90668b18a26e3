import type { ComponentProps, ReactNode } from 'react'
import { innerControlClass } from '../ui/control.js'
import { ControlBox } from '../ui/control-box.js'
import { ClearValue } from './clear-value.js'
import type { EditProps } from './edit-props.js'
import { readControlProps } from './read-control-props.js'
import type { TypedText } from './use-typed-text.js'

interface TypedInputProps extends Pick<ComponentProps<'input'>, 'inputMode' | 'onKeyDown'> {
  readonly edit: EditProps
  readonly typed: TypedText
  /** Buttons and units at the end. */
  readonly children?: ReactNode
}

/** The control of a value that is typed as text, with a button that removes the value. */
export function TypedInput({ edit, typed, children, ...input }: TypedInputProps) {
  return (
    <ControlBox isInvalid={edit.isInvalid} isDisabled={edit.isDisabled}>
      <input
        {...readControlProps(edit)}
        {...input}
        value={typed.text}
        onChange={event => typed.type(event.target.value)}
        onBlur={typed.settle}
        className={`${innerControlClass} tabular-nums`}
      />
      <ClearValue {...edit} />
      {children}
    </ControlBox>
  )
}
