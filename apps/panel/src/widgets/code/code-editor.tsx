import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { codeTheme } from './code-theme.js'
import { type CodeLanguage, loadLanguage } from './load-language.js'
import { markProblemLine, problemLine } from './problem-line.js'

export interface CodeEditorProps {
  readonly label: string
  readonly text: string
  readonly language: CodeLanguage
  readonly isRequired: boolean
  readonly isDisabled: boolean
  readonly isInvalid: boolean
  readonly hasFocus: boolean
  /** The line that cannot be read, counted from 1. */
  readonly problemLine?: number | undefined
  readonly onChange: (text: string) => void
}

/**
 * An editor of code. It is in a shadow root, where its styles need no style element: the policy of
 * the page forbids these. Tab leaves it, as it does everywhere in a form.
 */
export default function CodeEditor(props: CodeEditorProps) {
  const { label, text, language, isRequired, isDisabled, isInvalid, hasFocus } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<OpenEditor>(null)
  const report = useEffectEvent((next: string) => {
    if (next !== text) props.onChange(next)
  })
  const attributes = useMemo(
    () => describe({ label, isRequired, isDisabled, isInvalid }),
    [label, isRequired, isDisabled, isInvalid],
  )
  const readFirst = useEffectEvent(() => ({ text, attributes, hasFocus }))

  useEffect(() => {
    if (!host.current) return
    const first = readFirst()
    const opened = openEditor(host.current, first.text, first.attributes, report)
    editor.current = opened
    if (first.hasFocus) opened.view.focus()
    return () => opened.view.destroy()
  }, [])

  useEffect(() => {
    let isWanted = true
    void loadLanguage(language).then(loaded => isWanted && editor.current?.setLanguage(loaded))
    return () => {
      isWanted = false
    }
  }, [language])

  useEffect(() => editor.current?.setText(text), [text])
  useEffect(() => editor.current?.setAttributes(attributes), [attributes])
  useEffect(() => {
    editor.current?.view.dispatch({ effects: markProblemLine.of(props.problemLine) })
  }, [props.problemLine])

  return (
    <div
      ref={host}
      className={clsx(
        'w-full min-w-0 overflow-hidden rounded-control border bg-surface focus-within:outline-1 focus-within:outline-accent',
        isInvalid ? 'border-danger' : 'border-line-strong focus-within:border-accent',
      )}
    />
  )
}

/** Ids do not reach into a shadow root: the editor has the name itself. */
function describe({
  label,
  isRequired,
  isDisabled,
  isInvalid,
}: Pick<CodeEditorProps, 'label' | 'isRequired' | 'isDisabled' | 'isInvalid'>): Extension {
  return [
    EditorState.readOnly.of(isDisabled),
    EditorView.editable.of(!isDisabled),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-required': String(isRequired),
      'aria-invalid': String(isInvalid),
      'aria-readonly': String(isDisabled),
    }),
  ]
}

/**
 * Browsers keep the style of a selection that is typed over, by a style attribute: the policy of the
 * page reports it. So the editor replaces it.
 */
const replaceSelected = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view
    const isTyped = event.inputType === 'insertText' && event.data !== null
    if (!isTyped || view.composing || state.selection.main.empty || state.readOnly) return false
    view.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type' })
    event.preventDefault()
    return true
  },
})

interface OpenEditor {
  readonly view: EditorView
  setText(text: string): void
  setLanguage(language: Extension): void
  setAttributes(attributes: Extension): void
}

function openEditor(
  host: HTMLElement,
  text: string,
  attributes: Extension,
  onChange: (text: string) => void,
): OpenEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  const language = new Compartment()
  const state = new Compartment()
  const view = new EditorView({
    doc: text,
    parent: root,
    root,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      indentOnInput(),
      EditorView.lineWrapping,
      keymap.of([...standardKeymap, ...historyKeymap]),
      replaceSelected,
      problemLine,
      codeTheme,
      language.of([]),
      state.of(attributes),
      EditorView.updateListener.of(update => {
        if (update.docChanged) onChange(update.state.doc.toString())
      }),
    ],
  })
  return {
    view,
    setText(next) {
      const current = view.state.doc
      if (current.toString() === next) return
      view.dispatch({ changes: { from: 0, to: current.length, insert: next } })
    },
    setLanguage: loaded => view.dispatch({ effects: language.reconfigure(loaded) }),
    setAttributes: changed => view.dispatch({ effects: state.reconfigure(changed) }),
  }
}
