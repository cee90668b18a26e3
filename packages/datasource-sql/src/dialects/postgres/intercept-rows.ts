import type { OnRow } from '../../database.js'
import type { Wire } from './wire.js'

const CODE_LENGTH = 1
const HEADER_LENGTH = 5
const DATA_ROW = 0x44
const READY_FOR_QUERY = 0x5a

/**
 * Passes the bytes of the rows of the next statement to `onRow`, and all other messages to the
 * client, which takes much longer for a row.
 */
export function interceptRows({ stream }: Wire, onRow: (...row: Parameters<OnRow>) => void): void {
  const listeners = stream.listeners('data')
  let pieces: Buffer[] = []
  let length = 0
  /** The length of the message that has arrived in part. */
  let wanted = HEADER_LENGTH

  const onData = (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
    if (length < wanted) return
    const bytes = pieces.length === 1 ? piece : Buffer.concat(pieces, length)
    let start = 0
    wanted = HEADER_LENGTH
    while (start + HEADER_LENGTH <= bytes.length) {
      const end = start + CODE_LENGTH + bytes.readInt32BE(start + CODE_LENGTH)
      if (end > bytes.length) {
        wanted = end - start
        break
      }
      const code = bytes[start]
      if (code === READY_FOR_QUERY) {
        stop()
        return forward(bytes.subarray(start))
      }
      if (code === DATA_ROW) onRow(bytes, start + HEADER_LENGTH, end)
      else forward(bytes.subarray(start, end))
      start = end
    }
    const rest = bytes.subarray(start)
    pieces = rest.length === 0 ? [] : [rest]
    length = rest.length
  }

  const forward = (bytes: Buffer) => {
    for (const listener of listeners) listener(bytes)
  }

  const stop = () => {
    for (const listener of listeners) stream.on('data', listener)
    stream.removeListener('data', onData)
  }

  stream.on('data', onData)
  for (const listener of listeners) stream.removeListener('data', listener)
}
