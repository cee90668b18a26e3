/** How connections to a database are opened and used. */
export interface ConnectionOptions {
  readonly pool?: {
    /** Most connections at a time (default 10). */
    readonly max?: number
    /** How long a request waits for a connection before it fails with a 503 (default 10 s). */
    readonly acquireTimeoutMs?: number
    /** How long an unused connection stays open (default 30 s). */
    readonly idleTimeoutMs?: number
  }
  /** The longest a statement may run (default 30 s). */
  readonly statementTimeoutMs?: number
  /** False where a pooler between agent and database does not keep prepared statements. */
  readonly preparedStatements?: boolean
  /** Encryption. Absent: what the address says. */
  readonly sslMode?: SslMode
  readonly ssl?: SslFiles
}

export const sslModes = ['disabled', 'preferred', 'required', 'verify', 'manual'] as const
export type SslMode = (typeof sslModes)[number]

/** PEM texts: the authority to trust, the certificate and key to present. */
export interface SslFiles {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

export interface SqlOptions extends ConnectionOptions {
  /** Database schemas to read tables from (default: the connection's own). */
  readonly schemas?: readonly string[]
  /**
   * The key of tables and views that have none, by collection: `{ my_view: ['id'] }`. It must be
   * unique and never null, which the database does not check: records that share it are mistaken
   * for one another.
   */
  readonly primaryKeys?: Readonly<Record<string, readonly string[]>>
  /** Name under which charts and segments may send SQL to this database. */
  readonly liveQueryConnections?: string
  /**
   * Declares that the database user of this connection may only read. SQL Server has no transactions
   * that only read, so that such SQL is refused there without it.
   */
  readonly liveQueryUserIsReadOnly?: boolean
  /** Limits of such SQL: 10 s and 10,000 rows unless set. */
  readonly liveQueryTimeoutMs?: number
  readonly liveQueryMaxRows?: number
}

export interface PoolLimits {
  readonly max: number
  readonly acquireTimeoutMs: number
  readonly idleTimeoutMs: number
  readonly statementTimeoutMs: number
}

export const poolLimits = ({ pool, statementTimeoutMs }: ConnectionOptions): PoolLimits => ({
  max: pool?.max ?? 10,
  acquireTimeoutMs: pool?.acquireTimeoutMs ?? 10_000,
  idleTimeoutMs: pool?.idleTimeoutMs ?? 30_000,
  statementTimeoutMs: statementTimeoutMs ?? 30_000,
})
