import {
  CELL_MARGIN,
  type CsvCursor,
  ROW_SEPARATOR,
  VALUE_SEPARATOR,
  type WriteCell,
} from './write-cells.js'

const COMMA = 44
const LINE_FEED = 10

/**
 * Writes rows of separated values as lines of CSV. Returns undefined when a value contains a
 * separator: then there are more values or rows than there should be.
 */
export function writeLines(
  text: string,
  length: number,
  writers: readonly WriteCell[],
): Uint8Array | undefined {
  const size = Buffer.byteLength(text) + 1
  const source = takeSource(size)
  source.write(text)
  // Ended like every row, so that no loop reads beyond the end.
  source[size - 1] = ROW_SEPARATOR
  const target = takeTarget(2 * size + length * writers.length * CELL_MARGIN)
  const cursor: CsvCursor = { source, start: 0, target, at: 0 }
  for (let row = 0; row < length; row++) {
    if (cursor.start === size || !writeLine(cursor, writers)) return undefined
  }
  const isWhole = length === 0 || cursor.start === size
  return isWhole ? Buffer.from(target.subarray(0, cursor.at)) : undefined
}

/** Returns whether the row has as many values as there are writers. */
function writeLine(cursor: CsvCursor, writers: readonly WriteCell[]): boolean {
  const { source, target } = cursor
  const last = writers.length - 1
  for (let column = 0; column <= last; column++) {
    writers[column]!(cursor)
    const isLast = column === last
    if (source[cursor.start++] !== (isLast ? ROW_SEPARATOR : VALUE_SEPARATOR)) return false
    target[cursor.at++] = isLast ? LINE_FEED : COMMA
  }
  return true
}

/** A larger buffer is used once, so that it does not occupy memory. */
const LARGEST_KEPT = 2 ** 22

/** Memory that is used again: the first access to new memory takes more time than writing to it. */
function createScratch(): (size: number) => Buffer {
  let kept: Buffer = Buffer.alloc(0)
  return size => {
    if (size <= kept.length) return kept
    const larger = Buffer.allocUnsafeSlow(size)
    if (size <= LARGEST_KEPT) kept = larger
    return larger
  }
}

const takeSource = createScratch()
const takeTarget = createScratch()
