import { useEffect, useRef, useState } from 'react'
import type { EditProps } from './edit-props.js'

/** What a typed text means: a value, and what is wrong with it. */
export interface TypedRead {
  readonly value?: unknown
  readonly problem?: string | undefined
}

export interface TypedText {
  readonly text: string
  readonly type: (text: string) => void
  /** Shows the value again as it is usually written. */
  readonly settle: () => void
}

/**
 * Keeps what a person types as they type it, while the value behind it changes. The text is written
 * anew when the field is left, or when the value changes from elsewhere.
 */
export function useTypedText(
  { value, onChange, onProblem }: Pick<EditProps, 'value' | 'onChange' | 'onProblem'>,
  format: (value: unknown) => string,
  read: (text: string) => TypedRead,
): TypedText {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown }>()
  const [first] = useState(() => ({ value, text: isNothing(value) ? '' : format(value) }))
  const isTyped = typed !== undefined && Object.is(typed.value, value)
  const problem = useRef<string>(undefined)

  function report(next: string | undefined): void {
    if (problem.current === next) return
    problem.current = next
    onProblem(next)
  }

  // A value that was set from elsewhere has nothing to do with what was typed before.
  const isReplaced = typed !== undefined && !isTyped
  useEffect(() => {
    if (!isReplaced) return
    setTyped(undefined)
    if (problem.current === undefined) return
    problem.current = undefined
    onProblem(undefined)
  }, [isReplaced, onProblem])

  return {
    text: isTyped ? typed.text : isNothing(value) ? '' : format(value),
    type(text) {
      // What was there at first is valid, also when nobody could type it.
      const result = text === first.text ? { value: first.value } : read(text)
      const next = 'value' in result ? result.value : value
      setTyped({ text, value: next })
      report('problem' in result ? result.problem : undefined)
      if (!Object.is(next, value)) onChange(next)
    },
    settle() {
      if (problem.current === undefined) setTyped(undefined)
    },
  }
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined
}
