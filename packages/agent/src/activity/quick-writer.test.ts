import { describe, expect, it } from 'vitest'
import { createQuickWriter } from './quick-writer.js'

function openWriter({ takesMs = 0, atMost = Number.POSITIVE_INFINITY } = {}) {
  const state = { written: '', now: 0, takesMs }
  const writeQuickly = createQuickWriter(
    (_, bytes, offset) => {
      const part = Buffer.from(bytes).subarray(offset, offset + atMost)
      state.written += part.toString()
      state.now += state.takesMs
      return part.length
    },
    () => state.now,
  )
  return { state, write: (text: string) => writeQuickly(1, text) }
}

describe('writing quickly', () => {
  it('writes all of a text, in as many parts as the system takes', () => {
    const { state, write } = openWriter({ atMost: 4 })
    expect(write('one line\n')).toBe(true)
    expect(write('')).toBe(true)
    expect(write('another one\n')).toBe(true)
    expect(state.written).toBe('one line\nanother one\n')
  })

  it('leaves a long text to a thread', () => {
    const { state, write } = openWriter()
    expect(write('x'.repeat(20_000))).toBe(false)
    expect(state.written).toBe('')
  })

  it('leaves the writes of a minute to threads after one was slow', () => {
    const { state, write } = openWriter({ takesMs: 30 })
    expect(write('first')).toBe(true)
    expect(write('second')).toBe(false)
    state.now += 50_000
    expect(write('third')).toBe(false)
    state.now += 20_000
    state.takesMs = 1
    expect(write('fourth')).toBe(true)
    expect(write('fifth')).toBe(true)
    expect(state.written).toBe('firstfourthfifth')
  })

  it('fails with the error of the disk', () => {
    const writeQuickly = createQuickWriter(() => {
      throw new Error('The disk is full.')
    })
    expect(() => writeQuickly(1, 'text')).toThrow('The disk is full.')
  })
})
