import { describe, expect, it } from 'vitest'
import { readLines } from './read-lines.js'

describe('readLines', () => {
  it('joins the parts of a line, also within a character', async () => {
    const bytes = new TextEncoder().encode('{"a":"é"}\n{"b":1}\n\n{"c":2}')
    for (let size = 1; size <= bytes.length; size += 1) {
      expect(await collect(bytes, size)).toEqual(['{"a":"é"}', '{"b":1}', '{"c":2}'])
    }
  })

  it('cancels the response when the reader stops early', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(new TextEncoder().encode('x\n')),
      cancel: () => {
        isCancelled = true
      },
    })
    for await (const line of readLines(body)) {
      expect(line).toBe('x')
      break
    }
    expect(isCancelled).toBe(true)
  })
})

async function collect(bytes: Uint8Array, size: number): Promise<string[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) {
        controller.enqueue(bytes.subarray(at, at + size))
      }
      controller.close()
    },
  })
  const lines: string[] = []
  for await (const line of readLines(body)) lines.push(line)
  return lines
}
