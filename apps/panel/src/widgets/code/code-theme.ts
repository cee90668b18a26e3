import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colours of the panel: its variables are known in a shadow root too. */
export const codeTheme: Extension = [
  EditorView.theme({
    '&': { color: 'var(--text)', fontSize: '12px', backgroundColor: 'transparent' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': {
      fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
      lineHeight: '18px',
      minHeight: '96px',
      maxHeight: '360px',
      overflow: 'auto',
    },
    '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
    '.cm-cursor': { borderLeftColor: 'var(--text)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
      { backgroundColor: 'var(--selected)' },
    '.cm-gutters': {
      backgroundColor: 'var(--sunken)',
      color: 'var(--faint)',
      borderRight: '1px solid var(--line)',
    },
    '.cm-problemLine': { backgroundColor: 'var(--danger-bg)' },
    '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selected)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.propertyName, tags.keyword, tags.typeName], color: 'var(--accent)' },
      { tag: [tags.string, tags.special(tags.string)], color: 'var(--success)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--violet)' },
      { tag: [tags.comment, tags.punctuation, tags.separator], color: 'var(--muted)' },
      { tag: tags.invalid, color: 'var(--danger)' },
    ]),
  ),
]
