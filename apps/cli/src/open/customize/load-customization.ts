import { access } from 'node:fs/promises'
import { register } from 'node:module'
import { pathToFileURL } from 'node:url'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import type { AgentCustomizer } from '@service/agent'
import { OpenError } from '../errors.js'
import { formatPaths, withVersion } from './module-version.js'

/** What the file exports by default. */
export type Customize = (agent: AgentCustomizer) => unknown

export interface CustomizationLoader {
  /** Loads the file as it is now, and what it imports. An error names file and line. */
  load(): Promise<Customize>
  /** The paths of the files that were loaded so far. */
  readonly files: ReadonlySet<string>
  close(): void
}

/** Prepares to load a customization file, as often as it changes. */
export async function createLoader(path: string): Promise<CustomizationLoader> {
  await access(path).catch(cause => {
    throw new OpenError(
      `There is no file ${path}. Write one that exports a function: export default agent => { … }`,
      { cause },
    )
  })
  const files = new Set([path])
  const { port1, port2 } = new MessageChannel()
  const noteFiles = () => {
    for (let note = receiveMessageOnPort(port1); note; note = receiveMessageOnPort(port1)) {
      files.add(note.message)
    }
  }
  register('./loader-hooks.js', {
    parentURL: import.meta.url,
    data: { port: port2 },
    transferList: [port2],
  })
  let version = 0
  return {
    files,
    async load() {
      const url = withVersion(pathToFileURL(path).href, String(++version))
      const { default: customize } = await import(url)
        .catch(error => {
          throw new OpenError(describeFailure(error), { cause: error })
        })
        .finally(noteFiles)
      if (typeof customize === 'function') return customize
      throw new OpenError(
        `${path} exports no function by default. It needs: export default agent => { … }`,
      )
    },
    close: () => port1.close(),
  }
}

/** The message and the line of the file that caused it, where the message does not name it. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = formatPaths(error.message)
  if (/^\s+at /m.test(message)) return message
  const stack = error.stack ?? ''
  const [frame] = /file:\/\/\S+?\?customization=\d+:\d+(:\d+)?/.exec(stack) ?? []
  return frame === undefined ? message : `${message}\n    at ${formatPaths(frame)}`
}
