import { stringifyExactJson } from '@service/base'
import { AlignLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readInput } from '../../core/forms/read-input.js'
import { isSameValue } from '../../core/record/is-same-value.js'
import { Button } from '../../ui/button.js'
import { lazyPart } from '../../ui/lazy-part.js'
import type { EditProps } from '../edit-props.js'
import { LargeValue } from '../large-value.js'

const CodeEditor = lazyPart(() => import('../code/code-editor.js'))

/** Longer texts are not edited in the page: each key press reads the whole text. */
const longest = 500_000

/** What is typed here are no dates: the clock does not matter. */
const typed = { now: new Date(0), zone: 'UTC', language: 'en' }

/** A JSON value as text. What cannot be read keeps the value before, and its line is marked. */
export function EditJsonText(props: EditProps) {
  const { value, label, onChange, onProblem } = props
  const t = useTranslations('editors')
  const problems = useTranslations('widgets.problems')
  const [text, setText] = useState(() => formatJson(value))
  const [problemLine, setProblemLine] = useState<number>()
  const sent = useRef(value)

  // Somebody else changed the value: undo, another record, the form of an action.
  useEffect(() => {
    if (isSameValue(value, sent.current)) return
    sent.current = value
    setText(formatJson(value))
    setProblemLine(undefined)
  }, [value])

  function change(next: string) {
    setText(next)
    const read = readInput('Json', next, typed)
    if ('problem' in read) {
      setProblemLine(read.line)
      onProblem(problems('json', { line: read.line ?? 1 }))
      return
    }
    setProblemLine(undefined)
    onProblem(undefined)
    sent.current = read.value
    onChange(read.value)
  }

  if (text.length > longest) {
    const file = { type: 'application/json', ending: 'json' }
    return <LargeValue {...props} text={text} file={file} onText={change} />
  }
  return (
    <div className="flex flex-col gap-1">
      <CodeEditor
        label={label}
        text={text}
        language="json"
        isRequired={props.isRequired}
        isDisabled={props.isDisabled}
        isInvalid={props.isInvalid || problemLine !== undefined}
        hasFocus={props.hasFocus ?? false}
        problemLine={problemLine}
        onChange={change}
      />
      {props.isDisabled ? null : (
        <div>
          <Button
            look="ghost"
            icon={<AlignLeft size={14} aria-hidden="true" />}
            disabled={problemLine !== undefined || text.trim() === ''}
            onClick={() => setText(formatJson(sent.current))}
          >
            {t('format')}
          </Button>
        </div>
      )}
    </div>
  )
}

function formatJson(value: unknown): string {
  return value === null || value === undefined ? '' : (stringifyExactJson(value, 2) ?? '')
}
