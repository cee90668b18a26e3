import { createRequire } from 'node:module'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

/**
 * Worker code that serves one PGlite: protocol bytes in, protocol bytes out. It is a text because a
 * separate file would have to be found from sources, from the compiled package and from a bundle.
 */
const SERVE = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { PGlite } = require(workerData.pglite)
  PGlite.create(workerData.folder).then(async database => {
    await database.exec(workerData.session)
    parentPort.on('message', async bytes => {
      if (bytes) return parentPort.postMessage(await database.execProtocolRaw(bytes))
      await database.close()
      parentPort.close()
    })
    parentPort.postMessage('ready')
  })
`

/** AuthenticationOk and ReadyForQuery, because the worker's session is already open. */
const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const TERMINATE = 'X'.charCodeAt(0)

/**
 * Creates streams for `pg`, each with its own PGlite on the folder, in a thread that ends with the
 * stream. The next stream opens the folder when the previous thread has ended.
 */
export function pgliteStreams(folder: string, session: string): () => PGliteStream {
  let ended: Promise<unknown> = Promise.resolve()
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const start = () => new Worker(SERVE, { eval: true, workerData: { pglite, folder, session } })
  return () => {
    const stream = new PGliteStream(ended.then(start))
    ended = stream.ended
    return stream
  }
}

/** Acts as the socket of `pg`. Destroying it terminates its thread, even during a statement. */
class PGliteStream extends Duplex {
  /** Resolves when the database is open. */
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  #worker: Worker | undefined
  #isAuthenticated = false
  #answered: ((error?: Error | null) => void) | undefined

  constructor(starting: Promise<Worker>) {
    super()
    this.ended = new Promise(resolve => this.once('close', resolve))
    this.ready = new Promise((resolve, reject) => {
      this.once('error', reject)
      starting.then(worker => this.#use(worker, resolve))
    })
    this.ready.catch(() => {})
  }

  #use(worker: Worker, ready: () => void): void {
    this.#worker = worker
    if (this.destroyed) return void worker.terminate()
    worker.on('error', error => this.destroy(error))
    worker.on('exit', () => void (this.writableEnded ? this.push(null) : this.destroy()))
    worker.on('message', (message: 'ready' | Uint8Array) => {
      if (message === 'ready') return ready()
      this.push(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
      const answered = this.#answered
      this.#answered = undefined
      answered?.()
    })
  }

  connect(): void {
    this.ready.then(
      () => this.emit('connect'),
      () => {},
    )
  }

  override _read(): void {}

  override _writev(
    chunks: { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk))
    const isForWorker = this.#isAuthenticated && bytes[0] !== TERMINATE
    if (!this.#isAuthenticated) this.push(AUTHENTICATION_OK)
    this.#isAuthenticated = true
    if (!isForWorker) {
      done()
      return
    }
    this.#answered = done
    this.#worker?.postMessage(new Uint8Array(bytes))
  }

  override _final(done: () => void): void {
    this.#worker?.once('exit', done)
    this.#worker?.postMessage(null)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const ending = this.#worker?.terminate() ?? Promise.resolve()
    ending.then(() => done(error))
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}

  ref(): void {
    this.#worker?.ref()
  }

  unref(): void {
    this.#worker?.unref()
  }
}
