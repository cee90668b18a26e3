import { AsyncLocalStorage } from 'node:async_hooks'
import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, FieldModel } from '../model/model.js'

interface Turn {
  isOver: boolean
}

const lastTurns = new WeakMap<CollectionModel, Promise<unknown>>()
const current = new AsyncLocalStorage<Turn>()

/**
 * Runs updates of a collection one after another. Updates that the code of a running update makes
 * do not wait, because they would wait for themselves.
 */
export function inTurn<T>(
  collection: CollectionModel,
  { signal }: EngineCall,
  run: () => Promise<T>,
): Promise<T> {
  if (current.getStore()?.isOver === false) return run()
  const turn = (lastTurns.get(collection) ?? Promise.resolve()).then(() => {
    signal?.throwIfAborted()
    return takeTurn(run)
  })
  lastTurns.set(
    collection,
    turn.catch(() => {}),
  )
  return turn
}

async function takeTurn<T>(run: () => Promise<T>): Promise<T> {
  const turn = { isOver: false }
  try {
    return await current.run(turn, run)
  } finally {
    turn.isOver = true
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
  if (field.kind !== 'Column' || !field.place) return false
  return field.write.kind === 'replaced' && field.write.own.kind !== 'place'
}
