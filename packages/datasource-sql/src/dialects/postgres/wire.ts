import type { Connection, PoolClient } from 'pg'

/**
 * The members of a `pg` connection that its public types leave out but its own cursors use;
 * `checkDriver` checks that they exist.
 */
export interface Wire {
  /** Texts of prepared statements by name; the client adds one when the server has parsed it. */
  readonly parsedStatements: Record<string, string>
  readonly stream: {
    readonly writable: boolean
    write(bytes: Uint8Array): void
    cork?(): void
    uncork?(): void
    destroy(): void
    listeners(event: 'data'): OnData[]
    on(event: 'data', listener: OnData): void
    removeListener(event: 'data', listener: OnData): void
  }
  parse(message: { text: string; name?: string }): void
  bind(message: {
    statement?: string
    values: readonly unknown[]
    valueMapper(value: unknown): unknown
  }): void
  describe(message: { type: 'P' }): void
  execute(message: { rows?: number }): void
  sync(): void
  close(message: { type: 'S'; name: string }): void
  on(event: string, listener: () => void): void
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

type OnData = (bytes: Buffer) => void

/** The members of a `pg` client that describe its connection. */
interface ClientDetails {
  readonly processID: number
  readonly secretKey: number
  readonly host: string
  readonly port: number
  readonly ssl: boolean | object
  readonly connection: Wire & { readonly constructor: new (config: object) => Wire }
}

const methods = [
  'parse',
  'bind',
  'describe',
  'execute',
  'sync',
  'close',
  'on',
  'connect',
  'requestSsl',
  'cancel',
] as const satisfies readonly (keyof Wire)[]

const details = [
  'processID',
  'secretKey',
  'host',
  'port',
  'ssl',
] as const satisfies readonly (keyof ClientDetails)[]

export function readWire(connection: Connection): Wire {
  return connection as unknown as Wire
}

export function readDetails(client: PoolClient): ClientDetails {
  return client as unknown as ClientDetails
}

/** Throws unless the installed `pg` has every member that is used here. */
export function checkDriver(client: object): void {
  const { connection = {} } = client as { readonly connection?: Readonly<Record<string, unknown>> }
  const missing = [
    ...details.filter(name => !(name in client)),
    ...['stream', 'parsedStatements'].filter(name => typeof connection[name] !== 'object'),
    ...methods.filter(name => typeof connection[name] !== 'function'),
  ]
  if (missing.length === 0) return
  throw new Error(
    `The installed version of the package 'pg' is not supported: it has no '${missing.join("', '")}'. ` +
      'Install the latest pg 8: npm install pg@8',
  )
}
