/** Something a person did that can be taken back. */
export interface UndoStep {
  /** What was done, such as "Edit ORD-002000". */
  readonly label: string
  redo(): Promise<void> | void
  undo(): Promise<void> | void
}

/** The steps of a tab that can be taken back or done again. */
export interface UndoStack {
  /** The label of the step that `undo` takes back. */
  readonly undoLabel: string | undefined
  readonly redoLabel: string | undefined
  /** Records a step that has been done. Steps that were taken back can no longer be done again. */
  push(step: UndoStep): void
  /** Lets `undo` and `redo` wait for something that is being done and will be a step. */
  waitFor<T>(doing: Promise<T>): Promise<T>
  /** Takes the last step back and returns it; undefined when there is none. */
  undo(): Promise<UndoStep | undefined>
  /** Does the step that was taken back last again. */
  redo(): Promise<UndoStep | undefined>
  clear(): void
}

const mostSteps = 50

/**
 * Creates an empty stack of 50 steps. Steps run one after the other, however fast the keys are
 * pressed; a step that fails stays where it is.
 *
 * @example
 * const stack = createUndoStack()
 * stack.push({ label: 'Edit', redo: () => save(draft), undo: () => save(invertDraft(draft)) })
 * await stack.undo()
 */
export function createUndoStack(): UndoStack {
  let past: readonly UndoStep[] = []
  let future: readonly UndoStep[] = []
  let last: Promise<unknown> = Promise.resolve()

  /** Runs after everything that was asked for before. */
  function enqueue<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run)
    last = result.catch(() => undefined)
    return result
  }

  return {
    get undoLabel() {
      return past.at(-1)?.label
    },
    get redoLabel() {
      return future.at(-1)?.label
    },
    push(step) {
      past = [...past, step].slice(-mostSteps)
      future = []
    },
    waitFor(doing) {
      last = Promise.allSettled([last, doing])
      return doing
    },
    undo: () =>
      enqueue(async () => {
        const step = past.at(-1)
        if (!step) return undefined
        await step.undo()
        past = past.filter(each => each !== step)
        future = [...future, step]
        return step
      }),
    redo: () =>
      enqueue(async () => {
        const step = future.at(-1)
        if (!step) return undefined
        await step.redo()
        future = future.filter(each => each !== step)
        past = [...past, step].slice(-mostSteps)
        return step
      }),
    clear() {
      past = []
      future = []
    },
  }
}
