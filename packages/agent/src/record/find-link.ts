import type { Row } from '@service/datasource-toolkit'
import type { EngineCall, ToOneModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { parseId } from '../query/parse-id.js'
import { requireCrossings } from '../query/require-crossings.js'
import { exportedName } from '../query/view-path.js'
import { findRecord } from './find-record.js'

/** A to-one relation and the record it shall lead to. */
export interface Link {
  readonly relation: ToOneModel
  readonly target: Row | null
}

/**
 * Looks up the record a relation is set to. Its collection must be readable; a one-to-one relation
 * writes to it, so that it must be editable.
 */
export async function findLink(
  relation: ToOneModel,
  id: string | null,
  access: Access,
  call: EngineCall,
): Promise<Link> {
  const { target } = relation
  if (relation.kind === 'OneToOne') access.require('edit', target)
  else requireCrossings(access, [{ path: exportedName(relation), prefix: '', target }])
  if (id === null) return { relation, target: null }
  const columns = relation.keys.map(key => key.to)
  return { relation, target: await findRecord(target, parseId(target, id), columns, call) }
}

/** The foreign key that makes a many-to-one relation lead to its target. */
export function foreignKeyOf({ relation, target }: Link): Row {
  return Object.fromEntries(
    relation.keys.map(({ from, to }) => [from, target === null ? null : target[to]]),
  )
}
