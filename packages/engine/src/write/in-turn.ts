import { AsyncLocalStorage } from 'node:async_hooks'
import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, FieldModel } from '../model/model.js'

interface Turn {
  isOver: boolean
}

const lastTurns = new WeakMap<CollectionModel, Promise<unknown>>()
const current = new AsyncLocalStorage<Turn>()

/**
 * Runs an update after those before it. What code writes meanwhile does not wait, for its turn
 * would never come.
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
 * Tells whether code may read documents, change a place that the source does not write by itself,
 * and have them written whole: of two such updates at a time, the later one would undo the other.
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
