import type { Connection } from 'pg'
import type { Outcome, Statement } from '../../database.js'
import { usePreparedName } from './prepared-names.js'
import { sendRuns } from './run-message.js'
import { readWire } from './wire.js'

/** One statement of a batch: what it got, or why its rows could not be decoded. */
export interface BatchMember {
  readonly statement: Statement
  settle(error: Error | undefined, outcome: Outcome): void
}

/**
 * Several reads in one message to the server, and one back. They are prepared on the connection
 * already. An error of one ends the batch: the members after it are not settled.
 */
export class BatchQuery {
  readonly #members: readonly BatchMember[]
  readonly #onEnd: (error: Error | undefined) => void
  #settled = 0
  #rows: unknown[] = []
  #failure: Error | undefined
  #isOver = false
  /** Set by the client when it has a query timeout; calling it clears the timer. */
  callback: ((error?: Error) => void) | undefined

  constructor(members: readonly BatchMember[], onEnd: (error: Error | undefined) => void) {
    this.#members = members
    this.#onEnd = onEnd
  }

  submit(connection: Connection): void {
    const wire = readWire(connection)
    const statements = this.#members.map(({ statement }) => statement)
    for (const { name } of statements) if (name) usePreparedName(wire, name)
    sendRuns(wire, statements, 'one')
  }

  handleDataRow({ fields }: { readonly fields: unknown[] }): void {
    if (this.#failure) return
    const { decode } = this.#members[this.#settled]!.statement
    try {
      this.#rows.push(decode ? decode(fields) : fields)
    } catch (error) {
      this.#failure = error as Error
    }
  }

  handleCommandComplete(): void {
    const rows = this.#rows
    const failure = this.#failure
    this.#rows = []
    this.#failure = undefined
    this.#members[this.#settled++]!.settle(failure, { rows, affected: rows.length })
  }

  handleReadyForQuery(): void {
    this.#end(undefined)
  }

  handleError(error: Error): void {
    this.#end(error)
  }

  /** A connection error can follow the query error; the first one counts. */
  #end(error: Error | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.callback?.(error)
    this.callback = undefined
    this.#rows = []
    this.#onEnd(error)
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(): void {}
}
