import { lazyPart } from '../../ui/lazy-part.js'
import type { EditProps } from '../edit-props.js'
import EditLargeText from '../large-value.js'
import type { CodeLanguage } from './load-language.js'

const CodeEditor = lazyPart(() => import('./code-editor.js'))

/** Longer texts are changed in another program. */
const longest = 500_000

/** Source code, with colours where its language is known. */
export default function EditCode(props: EditProps) {
  const { value, label, widget, onChange } = props
  const text = value === null || value === undefined ? '' : String(value)
  if (text.length > longest) return <EditLargeText {...props} />
  return (
    <CodeEditor
      label={label}
      text={text}
      language={chooseLanguage(label, widget.parameters?.language)}
      isRequired={props.isRequired}
      isDisabled={props.isDisabled}
      isInvalid={props.isInvalid}
      hasFocus={props.hasFocus ?? false}
      onChange={next => onChange(next === '' && !props.isRequired ? null : next)}
    />
  )
}

function chooseLanguage(label: string, chosen: unknown): CodeLanguage {
  if (chosen === 'json' || chosen === 'sql') return chosen
  return /\b(?:sql|query)\b/i.test(label) ? 'sql' : 'plain'
}
