import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Marks a line as the one that cannot be read; undefined takes the mark away. */
export const markProblemLine = StateEffect.define<number | undefined>()

const problem = Decoration.line({ class: 'cm-problemLine' })

export const problemLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(markProblemLine)) continue
      const { doc } = transaction.state
      const { value } = effect
      if (value === undefined || value > doc.lines) return Decoration.none
      return Decoration.set([problem.range(doc.line(value).from)])
    }
    return marks.map(transaction.changes)
  },
  provide: field => EditorView.decorations.from(field),
})
