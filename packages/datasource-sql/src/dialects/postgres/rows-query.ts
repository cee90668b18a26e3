import type { Connection } from 'pg'
import type { Outcome, Statement } from '../../database.js'
import { usePreparedName } from './prepared-names.js'
import { sendRuns } from './run-message.js'
import { readWire, type Wire } from './wire.js'

/**
 * A query that passes the cells of each row directly to the decoder. Its columns are known from the
 * compiled statement, so it sends no Describe message.
 */
export class RowsQuery {
  readonly text: string
  readonly name: string
  readonly #decode: Statement['decode']
  readonly #send: (wire: Wire) => void
  #settle: ((error: Error | undefined, outcome: Outcome) => void) | undefined
  #rows: unknown[] = []
  /** Set by the client when it has a query timeout; calling it clears the timer. */
  callback: ((error?: Error) => void) | undefined
  #affected = 0
  #failure: Error | undefined

  /** `send` replaces what sends this statement alone. */
  constructor(
    statement: Statement,
    settle: (error: Error | undefined, outcome: Outcome) => void,
    send: (wire: Wire) => void = wire => sendStatements(wire, [statement]),
  ) {
    const { text, name, decode } = statement
    this.text = text
    this.name = name ?? ''
    this.#decode = decode
    this.#settle = settle
    this.#send = send
  }

  submit(connection: Connection): void {
    this.#send(readWire(connection))
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

/** Sends statements in one message; each is a transaction of its own. */
export function sendStatements(wire: Wire, statements: readonly Statement[]): void {
  // Before the first one is sent: this can close others that were not used recently.
  for (const { name } of statements) if (name) usePreparedName(wire, name)
  wire.stream.cork?.()
  try {
    for (const { text, name = '' } of statements) {
      if (!name || wire.parsedStatements[name] === undefined) wire.parse({ text, name })
    }
    sendRuns(wire, statements, 'each')
  } finally {
    wire.stream.uncork?.()
  }
}

const NOTHING: Outcome = { rows: [], affected: 0 }
