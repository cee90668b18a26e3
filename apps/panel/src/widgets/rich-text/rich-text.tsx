import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useRef } from 'react'
import { simplifyHtml } from '../../core/text/simplify-html.js'
import type { EditProps } from '../edit-props.js'
import { extensions, parseHtml } from './parse-html.js'
import { RichTextToolbar } from './toolbar.js'
import './rich-text.css'

/** An editor of HTML. Its value is the HTML; an empty text is none. */
export default function RichText(props: EditProps) {
  const { id, label, value, isRequired, isDisabled, isInvalid, describedBy, hasFocus } = props
  const text = typeof value === 'string' ? value : ''
  const sent = useRef(text)
  const report = useEffectEvent((html: string, isEmpty: boolean) => {
    sent.current = isEmpty ? '' : html
    props.onChange(isEmpty && !isRequired ? null : sent.current)
  })
  // The editor's own way asks once, when it is made, and somebody may have gone elsewhere by now.
  const takeFocus = useEffectEvent((created: Editor) => {
    if (!hasFocus) return
    created.commands.setTextSelection(created.state.doc.content.size)
    created.view.focus()
  })
  const editor = useEditor({
    extensions,
    content: parseHtml(text),
    injectCSS: false,
    editable: !isDisabled,
    editorProps: {
      transformPastedHTML: simplifyHtml,
      attributes: {
        id,
        class: 'rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-required': String(isRequired),
        'aria-invalid': String(isInvalid),
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
      },
    },
    onCreate: ({ editor: created }) => takeFocus(created),
    onUpdate: ({ editor: current }) => report(current.getHTML(), current.isEmpty),
  })

  // Somebody else changed the value: undo, another record, the form of an action.
  useEffect(() => {
    if (text === sent.current) return
    sent.current = text
    editor.commands.setContent(parseHtml(text), { emitUpdate: false })
  }, [text, editor])
  useEffect(() => editor.setEditable(!isDisabled, false), [editor, isDisabled])

  return (
    <div
      className={clsx(
        'min-w-0 rounded-control border bg-surface focus-within:outline-1 focus-within:outline-accent',
        isInvalid ? 'border-danger' : 'border-line-strong focus-within:border-accent',
      )}
    >
      {isDisabled ? null : <RichTextToolbar editor={editor} label={label} />}
      <EditorContent editor={editor} />
    </div>
  )
}
