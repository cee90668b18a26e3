import type { CsvLines } from '@service/datasource-toolkit'
import { CELL_MARGIN, type WriteCell } from './write-cells.js'

const COMMA = 44
const LINE_FEED = 10
/** The bytes before the first cell: their number. */
const COUNT_LENGTH = 2
const LENGTH_LENGTH = 4

/** The first lines are passed on early, later ones in fewer pieces. */
const SMALLEST_PIECE = 2 ** 14
const LARGEST_PIECE = 2 ** 16

/**
 * Writes rows as lines of CSV and passes them on in pieces. A row is the content of a `DataRow`
 * message of PostgreSQL: the number of its cells, then the length and the text of each.
 */
export class LineWriter {
  /** The number of rows. */
  length = 0
  readonly #writers: readonly WriteCell[]
  readonly #onLines: (lines: CsvLines) => void
  #size = SMALLEST_PIECE
  #target: Buffer = NONE
  #at = 0
  #lines = 0

  constructor(writers: readonly WriteCell[], onLines: (lines: CsvLines) => void) {
    this.#writers = writers
    this.#onLines = onLines
  }

  /** Cells after those that have a writer are not written. */
  add(source: Buffer, start: number, end: number): void {
    const writers = this.#writers
    this.#reserve(2 * (end - start) + writers.length * CELL_MARGIN)
    const target = this.#target
    let at = this.#at
    let next = start + COUNT_LENGTH
    for (let column = 0; column < writers.length; column++) {
      const length = readLength(source, next)
      next += LENGTH_LENGTH
      if (length > 0) {
        at = writers[column]!(source, next, next + length, target, at)
        next += length
      }
      target[at++] = COMMA
    }
    target[at - 1] = LINE_FEED
    this.#at = at
    this.#lines++
    this.length++
  }

  flush(): void {
    if (this.#lines === 0) return
    const lines = { bytes: this.#target.subarray(0, this.#at), length: this.#lines }
    this.#target = NONE
    this.#at = 0
    this.#lines = 0
    this.#onLines(lines)
  }

  #reserve(size: number): void {
    if (this.#target.length - this.#at >= size) return
    this.flush()
    this.#target = Buffer.allocUnsafeSlow(Math.max(this.#size, size))
    this.#size = Math.min(2 * this.#size, LARGEST_PIECE)
  }
}

/** Returns the texts of some cells of a row, null where there is none. */
export function readTexts(
  source: Buffer,
  start: number,
  indexes: readonly number[],
): (string | null)[] {
  const count = source.readInt16BE(start)
  const texts: (string | null)[] = []
  let next = start + COUNT_LENGTH
  for (let index = 0; index < count; index++) {
    const length = readLength(source, next)
    next += LENGTH_LENGTH
    texts.push(length < 0 ? null : source.toString('utf8', next, next + length))
    next += Math.max(length, 0)
  }
  return indexes.map(index => texts[index] ?? null)
}

/** Faster than `readInt32BE`, which checks its arguments. */
const readLength = (source: Buffer, at: number): number =>
  (source[at]! << 24) | (source[at + 1]! << 16) | (source[at + 2]! << 8) | source[at + 3]!

const NONE: Buffer = Buffer.alloc(0)
