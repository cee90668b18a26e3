import type { CollectionModel } from '@service/engine'
import type { ViewPath } from './view-path.js'
import { exportedName } from './view-path.js'

/** A relation a request goes through, under the exported path it was named by. */
export interface Crossing {
  readonly path: string
  /** In internal names, with the colon that follows: `customer:country:`. */
  readonly prefix: string
  readonly target: CollectionModel
}

/** Throws when the caller may not go through a relation; asked before anything of its target is told. */
export type MayCross = (crossing: Crossing) => void

/** The relations these paths go through, each once. */
export function crossingsOf(paths: readonly ViewPath[]): Crossing[] {
  const crossings = new Map<string, Crossing>()
  for (const { relations } of paths) {
    let path = ''
    let prefix = ''
    for (const relation of relations) {
      path += (path === '' ? '' : ':') + exportedName(relation)
      prefix += `${relation.name}:`
      if (!crossings.has(path)) crossings.set(path, { path, prefix, target: relation.target })
    }
  }
  return [...crossings.values()]
}
