import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { interceptRows } from './intercept-rows.js'
import type { Wire } from './wire.js'

function message(code: string, content: string): Buffer {
  const bytes = Buffer.alloc(5 + content.length)
  bytes.write(code)
  bytes.writeInt32BE(4 + content.length, 1)
  bytes.write(content, 5)
  return bytes
}

const response = Buffer.concat([
  message('1', ''),
  message('2', ''),
  message('D', 'first'),
  message('N', 'notice'),
  message('D', ''),
  message('D', 'third'),
  message('C', 'SELECT 3'),
  message('Z', 'I'),
  message('S', 'setting'),
])

/** Passes the response in pieces that are cut at these positions. */
function pass(cuts: readonly number[]) {
  const stream = new PassThrough()
  const forwarded: Buffer[] = []
  const onData = (bytes: Buffer) => void forwarded.push(Buffer.from(bytes))
  stream.on('data', onData)
  const rows: string[] = []
  interceptRows({ stream } as unknown as Wire, (source, start, end) => {
    rows.push(source.toString('latin1', start, end))
  })
  const positions = [0, ...cuts, response.length]
  for (let i = 1; i < positions.length; i++) {
    stream.emit('data', response.subarray(positions[i - 1], positions[i]))
  }
  return { rows, forwarded: Buffer.concat(forwarded), listeners: stream.listeners('data'), onData }
}

describe('the bytes of rows', () => {
  const others = Buffer.concat([
    message('1', ''),
    message('2', ''),
    message('N', 'notice'),
    message('C', 'SELECT 3'),
    message('Z', 'I'),
    message('S', 'setting'),
  ])

  it('are passed on, however they arrive, and all other messages are left to the client', () => {
    for (let first = 0; first <= response.length; first++) {
      for (let second = first; second <= response.length; second += 3) {
        const { rows, forwarded, listeners, onData } = pass([first, second])
        expect(rows).toEqual(['first', '', 'third'])
        expect(forwarded.equals(others)).toBe(true)
        expect(listeners).toEqual([onData])
      }
    }
    const each = Array.from(response, (_, index) => index)
    expect(pass(each).rows).toEqual(['first', '', 'third'])
  })
})
