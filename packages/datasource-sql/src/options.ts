/** How connections to a database are opened and used. */
export interface ConnectionOptions {
  readonly pool?: {
    /** Maximum number of open connections (default 10). */
    readonly max?: number
    /** How long a request waits for a connection before it fails with a 503 (default 10 s). */
    readonly acquireTimeoutMs?: number
    /** How long an unused connection stays open (default 30 s). */
    readonly idleTimeoutMs?: number
  }
  /** Maximum duration of a statement (default 30 s). */
  readonly statementTimeoutMs?: number
  /** Set to false when a connection pooler does not support prepared statements. */
  readonly preparedStatements?: boolean
  /** Encryption of the connection. Optional: as the database URL says by default. */
  readonly sslMode?: SslMode
  readonly ssl?: SslFiles
}

export const sslModes = ['disabled', 'preferred', 'required', 'verify', 'manual'] as const
export type SslMode = (typeof sslModes)[number]

/** PEM texts: the trusted certificate authority, and the certificate and key to present. */
export interface SslFiles {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** How the connections of a data source are opened. */
export interface SourceConnectionOptions extends ConnectionOptions {
  /**
   * Makes the database refuse changes in every connection (default false). SQL Server has no such
   * connections: use a user who may only read.
   */
  readonly readOnly?: boolean
}

export interface SqlOptions extends SourceConnectionOptions {
  /** Database schemas to read tables from (default: the connection's own). */
  readonly schemas?: readonly string[]
  /**
   * Key columns of tables and views that have no key, by collection: `{ my_view: ['id'] }`. They
   * must be unique and never null, which the database does not check: records with the same key
   * would be mistaken for one another.
   */
  readonly primaryKeys?: Readonly<Record<string, readonly string[]>>
  /** Name under which charts and segments may send SQL to this database. */
  readonly liveQueryConnections?: string
  /**
   * Declares that the database user of this connection can only read. Required for live queries on
   * SQL Server, which has no read-only transactions.
   */
  readonly liveQueryUserIsReadOnly?: boolean
  /** Timeout and maximum row count of live queries (defaults: 10 s, 10,000 rows). */
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
