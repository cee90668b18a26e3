import type { CsvEnd, CsvFormat, CsvLines, Scan } from '@service/datasource-toolkit'
import type { Iteration } from '../iterate.js'
import { traced } from './trace.js'

const SMALLEST_PART = 125
const LARGEST_PART = 8000
/** The bytes that a part should have: all of them wait in memory when the client is slow. */
const PART_LENGTH = 1_000_000

/**
 * Reads lines of CSV in parts, each after the last row of the previous one. A part is read at once,
 * however slow the client is, and the next one when at most one piece of the lines waits.
 */
export class CsvReader {
  readonly #iteration: Iteration
  readonly #format: CsvFormat
  readonly #waiting: CsvLines[] = []
  #size: number
  /** The rows that are left. */
  #left: number
  /** Starts the next part; absent while one is read, and at the end. */
  #readNext: (() => void) | undefined
  #isReading = false
  #failure: { readonly error: unknown } | undefined
  #wake = () => {}

  constructor(iteration: Iteration, format: CsvFormat, firstSize = SMALLEST_PART) {
    this.#iteration = iteration
    this.#format = format
    this.#size = firstSize
    this.#left = iteration.scan.page?.limit ?? Number.POSITIVE_INFINITY
    this.#read(iteration.scan.after)
  }

  /** Returns the next lines; undefined after the last ones. */
  async next(): Promise<CsvLines | undefined> {
    for (;;) {
      const lines = this.#waiting.shift()
      if (this.#waiting.length <= 1) this.#readNext?.()
      if (lines) return lines
      if (this.#failure) throw this.#failure.error
      if (!this.#isReading) return undefined
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  /** Ends with the part that is being read. */
  stop(): void {
    this.#left = 0
    this.#readNext = undefined
  }

  #read(after: Scan['after']): void {
    this.#readNext = undefined
    if (this.#left <= 0) return
    this.#isReading = true
    let bytes = 0
    const onLines = (lines: CsvLines) => {
      bytes += lines.bytes.length
      this.#waiting.push(lines)
      this.#wake()
    }
    this.#readPart(after, onLines)
      .then(
        end => this.#endPart(end, bytes),
        error => {
          this.#isReading = false
          this.#failure = { error }
        },
      )
      .finally(() => this.#wake())
  }

  async #readPart(after: Scan['after'], onLines: (lines: CsvLines) => void): Promise<CsvEnd> {
    const {
      run: { plan, call, trace },
      scan,
    } = this.#iteration
    call.signal?.throwIfAborted()
    const page = { skip: 0, limit: Math.min(this.#size, this.#left) }
    return traced(trace, plan, () =>
      // The plan has checked that the source can write them.
      plan.source.listCsv!({ ...scan, page, after }, this.#format, call, onLines),
    )
  }

  #endPart({ length, after }: CsvEnd, bytes: number): void {
    this.#isReading = false
    this.#left -= length
    this.#size = chooseSize(bytes, length)
    if (after) this.#readNext = () => this.#read(after)
    if (this.#waiting.length <= 1) this.#readNext?.()
  }
}

/** As many rows as have about `PART_LENGTH`: few sizes, because each is a statement of its own. */
function chooseSize(bytes: number, rows: number): number {
  const wanted = bytes === 0 ? LARGEST_PART : (PART_LENGTH * rows) / bytes
  let size = SMALLEST_PART
  while (size * 2 <= Math.min(wanted, LARGEST_PART)) size *= 2
  return size
}
