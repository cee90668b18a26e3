import { AsyncLocalStorage } from 'node:async_hooks'
import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, FieldModel } from '../model/model.js'

interface RunningUpdate {
  isOver: boolean
}

const lastUpdates = new WeakMap<CollectionModel, Promise<unknown>>()
const current = new AsyncLocalStorage<RunningUpdate>()

/**
 * Runs updates of a collection one after another. Updates that the code of a running update makes
 * do not wait, because they would wait for themselves.
 */
export function serializeUpdates<T>(
  collection: CollectionModel,
  { signal }: EngineCall,
  run: () => Promise<T>,
): Promise<T> {
  if (current.getStore()?.isOver === false) return run()
  const update = (lastUpdates.get(collection) ?? Promise.resolve()).then(() => {
    signal?.throwIfAborted()
    return runUpdate(run)
  })
  lastUpdates.set(
    collection,
    update.catch(() => {}),
  )
  return update
}

async function runUpdate<T>(run: () => Promise<T>): Promise<T> {
  const running = { isOver: false }
  try {
    return await current.run(running, run)
  } finally {
    running.isOver = true
  }
}

/**
 * Whether code may read JSON documents, change a value that the source cannot write by itself, and
 * write them as a whole: of two such updates at the same time, the later one would undo the other.
 */
export function isMerged({ fields }: CollectionModel, patch: Row): boolean {
  const isReplaced = Object.keys(patch).some(name => {
    const field = fields.get(name)
    return field?.kind === 'Column' && field.write.kind === 'replaced'
  })
  return isReplaced && [...fields.values()].some(isMergedByCode)
}

function isMergedByCode(field: FieldModel): boolean {
  if (field.kind !== 'Column' || !field.jsonPath) return false
  return field.write.kind === 'replaced' && field.write.own.kind !== 'place'
}
