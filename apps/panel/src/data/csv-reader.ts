import type { CsvHead } from '../core/import/import-settings.js'
import type { CsvChoices, CsvRequest, CsvResponse } from './csv-messages.js'
import workerUrl from './csv-worker.ts?worker&url'

/** Reads a CSV file in a worker, from its start to its end. */
export interface CsvReader {
  /** Begins at the start of the file. */
  open(file: File, choices: CsvChoices): Promise<CsvHead>
  /** The next rows; none at the end. */
  next(count: number): Promise<readonly (readonly string[])[]>
  /** How much of the file has been read. */
  readonly bytes: number
  close(): void
}

interface ScriptPolicy {
  createScriptURL(url: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

let policy: ScriptPolicy | undefined

/** The address of the worker, in the form that the policy of the page asks for. */
function trustWorker(): string {
  const { trustedTypes } = window as { readonly trustedTypes?: PolicyFactory }
  // It makes one address, whatever it is asked for.
  policy ??= trustedTypes?.createPolicy('panel', { createScriptURL: () => workerUrl })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}

export function createCsvReader(): CsvReader {
  const worker = new Worker(trustWorker())
  let bytes = 0
  let last: Promise<unknown> = Promise.resolve()

  /** One request at a time: the worker responds in their order. */
  function ask(request: CsvRequest): Promise<CsvResponse> {
    const asked = last.then(
      () =>
        new Promise<CsvResponse>((resolve, reject) => {
          worker.onmessage = ({ data }: MessageEvent<CsvResponse>) => resolve(data)
          worker.onerror = ({ message }) => reject(new Error(message))
          worker.postMessage(request)
        }),
    )
    last = asked.catch(() => undefined)
    return asked
  }

  return {
    async open(file, choices) {
      const response = await ask({ kind: 'open', file, choices })
      if (response.kind !== 'opened') throw new Error(explain(response))
      bytes = 0
      return response.head
    },
    async next(count) {
      const response = await ask({ kind: 'next', count })
      if (response.kind !== 'rows') throw new Error(explain(response))
      bytes = response.bytes
      return response.rows
    },
    get bytes() {
      return bytes
    },
    close: () => worker.terminate(),
  }
}

function explain(response: CsvResponse): string {
  return response.kind === 'failed' ? response.message : 'The file could not be read.'
}
