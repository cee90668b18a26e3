import type { Connection } from 'pg'
import type { Outcome, Statement } from '../../database.js'
import { toParameter } from './codecs.js'
import { usePreparedName } from './prepared-names.js'
import { readWire } from './wire.js'

/**
 * A query that passes the cells of each row directly to the decoder. Its columns are known from the
 * compiled statement, so it sends no Describe message.
 */
export class RowsQuery {
  readonly text: string
  readonly name: string
  readonly #values: readonly unknown[]
  readonly #decode: Statement['decode']
  #settle: ((error: Error | undefined, outcome: Outcome) => void) | undefined
  #rows: unknown[] = []
  /** Set by the client when it has a query timeout; calling it clears the timer. */
  callback: ((error?: Error) => void) | undefined
  #affected = 0
  #failure: Error | undefined

  constructor(
    { text, name, values, decode }: Statement,
    settle: (error: Error | undefined, outcome: Outcome) => void,
  ) {
    this.text = text
    this.name = name ?? ''
    this.#values = values
    this.#decode = decode
    this.#settle = settle
  }

  submit(connection: Connection): void {
    const wire = readWire(connection)
    wire.stream.cork?.()
    try {
      if (this.name) usePreparedName(wire, this.name)
      if (!this.name || wire.parsedStatements[this.name] === undefined) {
        wire.parse({ text: this.text, name: this.name })
      }
      wire.bind({ statement: this.name, values: this.#values, valueMapper: toParameter })
      wire.execute(EVERYTHING)
      wire.sync()
    } finally {
      wire.stream.uncork?.()
    }
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: unknown[] }): void {
    if (this.#failure) return
    try {
      this.#rows.push(this.#decode ? this.#decode(fields) : fields)
    } catch (error) {
      this.#failure = error as Error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#affected = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
  }

  handleReadyForQuery(): void {
    this.#end(this.#failure, { rows: this.#rows, affected: this.#affected })
  }

  handleError(error: Error): void {
    this.#end(error, NOTHING)
  }

  /** A connection error can follow the query error; the first one counts. */
  #end(error: Error | undefined, outcome: Outcome): void {
    const settle = this.#settle
    if (!settle) return
    this.callback?.(error)
    // With a `query_timeout`, finished queries were observed to stay reachable together with all
    // their rows.
    this.callback = undefined
    this.#settle = undefined
    this.#rows = []
    settle(error, outcome)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(): void {}
}

const EVERYTHING = {}
const NOTHING: Outcome = { rows: [], affected: 0 }
