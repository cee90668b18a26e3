import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUndoStack } from './undo-stack.js'

/** A text that is appended to, with an undo stack. */
function createText() {
  const stack = createUndoStack()
  let text = ''
  return {
    stack,
    read: () => text,
    type(letter: string) {
      const before = text
      const redo = () => {
        text = before + letter
      }
      redo()
      stack.push({
        label: letter,
        redo,
        undo: () => {
          text = before
        },
      })
    },
  }
}

describe('undo', () => {
  it('undo ∘ do = identity, and redo ∘ undo too', async () => {
    const operation = fc.constantFrom('type', 'undo', 'redo')
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 120 }), async operations => {
        const document = createText()
        const { stack } = document
        const past = ['']
        let future: string[] = []
        for (const [index, each] of operations.entries()) {
          if (each === 'type') {
            document.type(String(index % 10))
            past.push(document.read())
            if (past.length > 51) past.shift()
            future = []
          } else if (each === 'undo') {
            await stack.undo()
            if (past.length > 1) future.push(past.pop()!)
          } else {
            await stack.redo()
            const text = future.pop()
            if (text !== undefined) past.push(text)
          }
          expect(document.read()).toBe(past.at(-1))
        }
      }),
    )
  })

  it('waits for what is being done, so that it is what is taken back', async () => {
    const document = createText()
    document.type('a')
    let finish = () => {}
    const doing = new Promise<void>(resolve => {
      finish = () => {
        document.type('b')
        resolve()
      }
    })
    void document.stack.waitFor(doing)
    const undoing = document.stack.undo()
    finish()
    expect((await undoing)?.label).toBe('b')
    expect(document.read()).toBe('a')
    await expect(document.stack.waitFor(Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await document.stack.undo())?.label).toBe('a')
  })

  it('keeps 50 steps', async () => {
    const document = createText()
    for (let index = 0; index < 60; index++) document.type('x')
    let count = 0
    while (await document.stack.undo()) count++
    expect([count, document.read()]).toEqual([50, 'x'.repeat(10)])
  })

  it('names the step it takes back and the one it does again', async () => {
    const { stack, type } = createText()
    expect([stack.undoLabel, stack.redoLabel]).toEqual([undefined, undefined])
    type('a')
    type('b')
    await stack.undo()
    expect([stack.undoLabel, stack.redoLabel]).toEqual(['a', 'b'])
    type('c')
    expect(stack.redoLabel).toBeUndefined()
    stack.clear()
    expect(stack.undoLabel).toBeUndefined()
  })

  it('keeps a step whose undo fails', async () => {
    const stack = createUndoStack()
    let isAway = true
    stack.push({
      label: 'Edit',
      redo: () => {},
      undo: () => {
        if (isAway) throw new Error('The agent is unavailable.')
      },
    })
    await expect(stack.undo()).rejects.toThrow('unavailable')
    expect(stack.undoLabel).toBe('Edit')
    isAway = false
    expect((await stack.undo())?.label).toBe('Edit')
  })

  it('takes back one step at a time, however fast the keys', async () => {
    const order: string[] = []
    const stack = createUndoStack()
    for (const label of ['a', 'b', 'c']) {
      stack.push({
        label,
        redo: () => {},
        undo: async () => {
          await new Promise(resolve => setImmediate(resolve))
          order.push(label)
        },
      })
    }
    await Promise.all([stack.undo(), stack.undo(), stack.undo(), stack.undo()])
    expect(order).toEqual(['c', 'b', 'a'])
  })
})
