import { ValidationError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, FieldModel, RelationModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { exportedName } from '../query/exported-name.js'
import { buildForeignKey, findLink, type Link } from './find-link.js'
import { parseAttributes } from './parse-attributes.js'
import { parseIdentifier } from './parse-document.js'
import { referencesId } from './references-id.js'

/** What is written to each of several records. */
export interface Changes {
  /** The named fields, by exported name. */
  readonly fields: ReadonlyMap<string, FieldModel>
  /** Columns with internal names, including the foreign keys of relations. */
  readonly patch: Row
  readonly links: readonly Link[]
}

/** Parses values by exported name: those of columns, and the identifiers of many-to-one relations. */
export async function parseChanges(
  collection: CollectionModel,
  values: Readonly<Record<string, unknown>>,
  access: Access,
  call: EngineCall,
): Promise<Changes> {
  const attributes: Record<string, unknown> = {}
  const targets: [RelationModel, string | null][] = []
  for (const [name, value] of Object.entries(values)) {
    const field = collection.view.get(name)
    if (field === undefined || field.kind === 'Column') attributes[name] = value
    else targets.push([field, parseTarget(name, value)])
  }
  const patch = parseAttributes(collection, attributes, access)
  const links: Link[] = []
  for (const [relation, id] of targets) {
    if (relation.kind !== 'ManyToOne' || !referencesId(relation)) throw refuse(collection, relation)
    const link = await findLink(collection, relation, id, access, call)
    addForeignKey(patch, link)
    links.push(link)
  }
  refuseKey(collection, patch)
  const fields = Object.keys(values).map(name => [name, collection.view.get(name)!] as const)
  return { fields: new Map(fields), patch, links }
}

function parseTarget(name: string, value: unknown): string | null {
  return value === null ? null : parseIdentifier(value, `'data.attributes.values.${name}'`)
}

function refuse(collection: CollectionModel, relation: RelationModel): ValidationError {
  const name = exportedName(relation)
  return new ValidationError(
    `'${name}' of '${collection.name}' cannot be changed for several records at once: only columns and ` +
      `many-to-one relations by id can. Change it with PUT /${collection.name}/{id}/relationships/${name}.`,
  )
}

function addForeignKey(patch: Row, link: Link): void {
  for (const [name, value] of Object.entries(buildForeignKey(link))) {
    if (Object.hasOwn(patch, name)) {
      throw new ValidationError(
        `'${exportedName(link.relation)}' is stored in '${name}', which is written as well: write one of the two.`,
      )
    }
    patch[name] = value
  }
}

/** Records would get the same key, or one that the client does not know. */
function refuseKey(collection: CollectionModel, patch: Row): void {
  const key = collection.primaryKey.find(({ name }) => Object.hasOwn(patch, name))
  if (key === undefined) return
  throw new ValidationError(
    `'${exportedName(key)}' is part of the key of '${collection.name}': it cannot be changed for several records at once.`,
  )
}
