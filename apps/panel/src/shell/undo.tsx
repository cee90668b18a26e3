import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { createUndoStack, type UndoStack, type UndoStep } from '../core/undo/undo-stack.js'
import { usePlace } from '../data/place-context.js'
import { type PanelCommand, useCommands } from './commands.js'
import { useToasts } from './toasts.js'
import { useErrorText } from './use-error-text.js'

/** The steps of this tab, by the place they belong to. */
const stacks = new Map<number, UndoStack>()

function getStack(renderingId: number): UndoStack {
  const stack = stacks.get(renderingId) ?? createUndoStack()
  stacks.set(renderingId, stack)
  return stack
}

export interface Undo {
  /** Remembers a step that has been done. */
  readonly push: UndoStack['push']
  /** What is being done and will be a step is done before another one is taken back. */
  readonly waitFor: UndoStack['waitFor']
  /** Takes the last step back, and says so. */
  readonly undo: () => Promise<void>
  readonly redo: () => Promise<void>
}

/**
 * Remembers what a person did, so that it can be taken back.
 *
 * @example
 * const { push, undo } = useUndo()
 * push({ label: 'Edit ORD-002000', redo: save, undo: restore })
 * show({ text: 'Saved', undo })
 */
export function useUndo(): Undo {
  const t = useTranslations('toasts')
  const { show } = useToasts()
  const describeError = useErrorText()
  const { renderingId } = usePlace().place.team
  return useMemo(() => {
    const stack = getStack(renderingId)
    async function run(takeStep: () => Promise<UndoStep | undefined>, text: 'undone' | 'redone') {
      try {
        const step = await takeStep()
        if (step) show({ text: t(text, { label: step.label }), kind: 'info' })
      } catch (error) {
        const details = describeError(error)
        show({ text: t(text === 'undone' ? 'undoFailed' : 'redoFailed'), kind: 'danger', details })
      }
    }
    return {
      push: stack.push,
      waitFor: stack.waitFor,
      undo: () => run(stack.undo, 'undone'),
      redo: () => run(stack.redo, 'redone'),
    }
  }, [t, show, describeError, renderingId])
}

/** The keys that take a step back or do it again. Text fields keep their own. */
export function useUndoKeys(): void {
  const t = useTranslations('toasts')
  const { undo, redo } = useUndo()
  useCommands(
    useMemo(() => {
      const key = (shortcut: string, title: string, run: () => void): PanelCommand => ({
        id: `undo ${shortcut}`,
        title,
        group: 'anywhere',
        shortcut,
        run,
      })
      return [
        key('mod+z', t('undoLast'), () => void undo()),
        { ...key('z', t('undoLast'), () => void undo()), isKeyOnly: true },
        key('mod+shift+z', t('redoLast'), () => void redo()),
      ]
    }, [t, undo, redo]),
  )
}
