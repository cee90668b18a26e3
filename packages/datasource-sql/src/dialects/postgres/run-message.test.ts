import { Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { toParameter } from './codecs.js'
import { sendRuns } from './run-message.js'
import { readWire } from './wire.js'

const statements = [
  { text: '', name: 's1', values: ['text', null, 12, true, undefined] },
  { text: '', name: undefined, values: [] },
  { text: '', name: 's3', values: ['Zoë, 東京, 🙂', Buffer.from([0, 1, 255]), ['a', 'b'], ''] },
  { text: '', name: 's4', values: ['\ud800', 'x'.repeat(70_000), '東'.repeat(30_000)] },
]

function openConnection() {
  const written: Buffer[] = []
  const stream = new Socket()
  stream.write = (bytes: string | Uint8Array) => written.push(Buffer.from(bytes)) > 0
  const connection = readWire(new pg.Connection({ stream } as object))
  return { connection, stream, read: () => Buffer.concat(written.splice(0)), written }
}

/** What the driver itself writes. */
function expected(isEach: boolean): Buffer {
  const { connection, read } = openConnection()
  for (const { name, values } of statements) {
    connection.bind({ statement: name, values, valueMapper: toParameter })
    connection.execute({})
    if (isEach) connection.sync()
  }
  if (!isEach) connection.sync()
  return read()
}

describe('the message that runs statements', () => {
  it('has the bytes that the driver would write', () => {
    const { connection, read } = openConnection()
    sendRuns(connection, statements, 'each')
    expect(read().equals(expected(true))).toBe(true)
    sendRuns(connection, statements, 'one')
    expect(read().equals(expected(false))).toBe(true)
  })

  it('is written as a whole, and stays as it is when others are built', () => {
    const { connection, read, written } = openConnection()
    sendRuns(connection, [statements[0]!], 'each')
    sendRuns(connection, [statements[2]!], 'each')
    expect(written).toHaveLength(2)
    const both = openConnection()
    sendRuns(both.connection, [statements[0]!, statements[2]!], 'each')
    expect(read().equals(both.read())).toBe(true)
  })

  it('is not written to a connection that was closed', () => {
    const { connection, stream } = openConnection()
    stream.end()
    expect(() => sendRuns(connection, statements, 'each')).not.toThrow()
  })
})
