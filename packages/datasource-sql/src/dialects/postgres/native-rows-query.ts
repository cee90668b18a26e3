import { UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { Connection } from 'pg'
import { decodeInstant, decodeJson, decodeNumber, decodeTime } from '../../codecs.js'
import type { Statement } from '../../database.js'
import type { Decode } from '../../dialect.js'
import { toParameter } from './codecs.js'
import { readWire } from './wire.js'

/** Decoders of built-in types by their fixed object ids (pg_type.dat); other types read as text. */
const decodersByOid: Readonly<Record<number, Decode>> = {
  16: cell => cell === 't',
  17: cell => new Uint8Array(Buffer.from((cell as string).slice(2), 'hex')),
  20: decodeNumber,
  21: Number,
  23: Number,
  114: decodeJson,
  700: Number,
  701: Number,
  1083: decodeTime,
  1114: decodeInstant,
  1184: decodeInstant,
  1700: decodeNumber,
  3802: decodeJson,
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** A query whose columns are not known in advance; rows have the column names the server sends. */
export class NativeRowsQuery {
  readonly #statement: Statement
  readonly #maxRows: number
  readonly #settle: (error: Error | undefined, rows: Row[]) => void
  readonly #rows: Row[] = []
  /** Set by the client when it has a query timeout; calling it clears the timer. */
  callback?: (error?: Error) => void
  /** The client's timeout for this query, when it differs from the default. */
  readonly query_timeout: number | undefined
  #fields: readonly Field[] = []
  #failure: Error | undefined
  #isSettled = false

  constructor(
    statement: Statement,
    maxRows: number,
    settle: (error: Error | undefined, rows: Row[]) => void,
    timeoutMs?: number,
  ) {
    this.query_timeout = timeoutMs
    this.#statement = statement
    this.#maxRows = maxRows
    this.#settle = settle
  }

  submit(connection: Connection): void {
    const wire = readWire(connection)
    wire.parse({ text: this.#statement.text })
    wire.bind({ values: this.#statement.values, valueMapper: toParameter })
    wire.describe({ type: 'P' })
    wire.execute({ rows: this.#maxRows + 1 })
    wire.sync()
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#fields = fields
  }

  handleDataRow({ fields: cells }: { readonly fields: readonly unknown[] }): void {
    if (this.#failure) return
    try {
      this.#rows.push(this.#decode(cells))
    } catch (error) {
      this.#failure = error as Error
    }
  }

  #decode(cells: readonly unknown[]): Row {
    const row: Row = {}
    this.#fields.forEach(({ name, dataTypeID }, index) => {
      const cell = cells[index]
      const decode = decodersByOid[dataTypeID]
      row[name] = cell === null || !decode ? cell : decode(cell)
    })
    return row
  }

  handleReadyForQuery(): void {
    const tooMany =
      this.#rows.length > this.#maxRows
        ? new UnprocessableError(
            `The query returns more than ${this.#maxRows} rows. Add a limit or an aggregate.`,
          )
        : undefined
    this.#end(this.#failure ?? tooMany, this.#rows)
  }

  handleError(error: Error): void {
    this.#end(error, [])
  }

  /** A connection error can follow the query error; the first one counts. */
  #end(error: Error | undefined, rows: Row[]): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.callback?.(error)
    this.#settle(error, rows)
  }

  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(): void {}
}
