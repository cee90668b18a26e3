import { Socket } from 'node:net'
import type { Statement } from '../../database.js'
import { toParameter } from './codecs.js'
import type { Wire } from './wire.js'

/** One transaction for each statement, or one for all of them. */
type Transactions = 'each' | 'one'

const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])
const BIND = 0x42
/** All results are text. */
const RESULT_FORMATS = [0, 1, 0, 0]
/** Longer ones are built in memory of their own. */
const USUAL_SIZE = 64 * 1024

/** Used for one message after the other: building one is never interrupted. */
const scratch = Buffer.allocUnsafe(USUAL_SIZE)

/** Runs prepared statements with one message, which is built and written as a whole. */
export function sendRuns(
  wire: Wire,
  statements: readonly Statement[],
  transactions: Transactions,
): void {
  // Embedded databases take one message of the protocol at a time.
  if (!(wire.stream instanceof Socket)) return void sendSingly(wire, statements, transactions)
  const runs = statements.map(({ name = '', values }) => ({ name, cells: values.map(toParameter) }))
  const size = runs.reduce((sum, run) => sum + maxRunSize(run), SYNC.length)
  const bytes = size <= USUAL_SIZE ? scratch : Buffer.allocUnsafe(size)
  let end = 0
  for (const run of runs) {
    end = addBind(bytes, end, run)
    end = addBytes(bytes, end, EXECUTE)
    if (transactions === 'each') end = addBytes(bytes, end, SYNC)
  }
  if (transactions === 'one') end = addBytes(bytes, end, SYNC)
  const message = bytes.subarray(0, end)
  // The socket may keep it until the server has read what was sent before.
  if (wire.stream.writable) wire.stream.write(bytes === scratch ? Buffer.from(message) : message)
}

function sendSingly(
  wire: Wire,
  statements: readonly Statement[],
  transactions: Transactions,
): void {
  for (const { name = '', values } of statements) {
    wire.bind({ statement: name, values, valueMapper: toParameter })
    wire.execute({})
    if (transactions === 'each') wire.sync()
  }
  if (transactions === 'one') wire.sync()
}

interface Run {
  readonly name: string
  readonly cells: readonly (string | Buffer | null)[]
}

/** The most bytes of a run. */
function maxRunSize({ name, cells }: Run): number {
  const fixed = 32 + 3 * name.length + EXECUTE.length + SYNC.length
  // A character of a text has at most three bytes, two that form a pair have four.
  return cells.reduce((sum, cell) => sum + 6 + (cell === null ? 0 : 3 * cell.length), fixed)
}

function addBind(bytes: Buffer, start: number, { name, cells }: Run): number {
  bytes[start] = BIND
  let end = start + 5
  // The portal has no name.
  bytes[end++] = 0
  end += bytes.write(name, end, 'utf8')
  bytes[end++] = 0
  end = bytes.writeUInt16BE(cells.length, end)
  for (const cell of cells) end = bytes.writeUInt16BE(cell instanceof Buffer ? 1 : 0, end)
  end = bytes.writeUInt16BE(cells.length, end)
  for (const cell of cells) end = addCell(bytes, end, cell)
  for (const byte of RESULT_FORMATS) bytes[end++] = byte
  bytes.writeInt32BE(end - start - 1, start + 1)
  return end
}

function addCell(bytes: Buffer, start: number, cell: string | Buffer | null): number {
  if (cell === null) return bytes.writeInt32BE(-1, start)
  const from = start + 4
  const length = typeof cell === 'string' ? bytes.write(cell, from, 'utf8') : cell.copy(bytes, from)
  bytes.writeInt32BE(length, start)
  return from + length
}

function addBytes(bytes: Buffer, start: number, added: Buffer): number {
  for (let index = 0; index < added.length; index++) bytes[start + index] = added[index]!
  return start + added.length
}
