import { parseJson } from '@service/base'
import { listAt } from '../documents/shape.js'
import type { SnapshotUpdater } from '../documents/snapshot-updater.js'
import type { CustomizationsPort } from '../port/customizations-port.js'
import { toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'

const path = '/agent-api/model-customizations'

/**
 * Creates the access to customizations made without code. They are not requested until `fetch` or
 * `follow` is called.
 */
export function createCustomizations(
  caller: Caller,
  snapshotUpdater: SnapshotUpdater,
): CustomizationsPort {
  const listeners = new Set<() => void>()
  const document = snapshotUpdater.follow({
    name: 'customizations',
    path,
    event: 'refresh-customizations',
    parse: content => listAt(content, 'the document'),
    onChange() {
      for (const listener of listeners) listener()
    },
  })
  return {
    async fetch() {
      try {
        const { text } = await caller.call({ method: 'GET', path })
        return listAt(parseJson(text), 'the document')
      } catch (error) {
        throw toCallError(error, path).toUnavailableError()
      }
    },
    follow(onChange) {
      listeners.add(onChange)
      return document.want()
    },
    get current() {
      return document.last
    },
  }
}
