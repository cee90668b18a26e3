import type { FieldPath, Row } from '@service/datasource-toolkit'
import type { CollectionModel, FieldModel, ToOneModel } from '@service/engine'
import { nameInPath } from '@service/protocol'
import { exportedName } from '../query/exported-name.js'
import { packId, requirePrimaryKey } from '../query/parse-id.js'
import { type ValueWriter, valueWriter } from './column-text.js'
import { quote } from './json-text.js'

interface Attribute {
  readonly name: string
  readonly exportedName: string
  /** `"total":` */
  readonly key: string
  readonly write: ValueWriter
}

interface ToOneNode {
  readonly name: string
  /** `"customer":{"data":` */
  readonly key: string
  readonly node: ResourceNode
}

/** How the records of one collection are written, for one projection. */
export interface ResourceNode {
  readonly collection: CollectionModel
  readonly attributes: readonly Attribute[]
  readonly toOne: readonly ToOneNode[]
  /** `{"type":"orders","id":` */
  readonly head: string
  /** The links of each to-many relation, split where the encoded id goes. */
  readonly links: readonly string[]
}

interface ResourceOptions {
  /** The prefix of the paths in links. */
  readonly prefix: string
  /** Whether links to a to-many relation are written. */
  readonly isShown: (collection: CollectionModel, relation: FieldModel) => boolean
}

/** Compiles the writer of a collection; paths are internal names. */
export function compileResource(
  collection: CollectionModel,
  projection: readonly FieldPath[],
  options: ResourceOptions,
): ResourceNode {
  requirePrimaryKey(collection)
  const attributes: Attribute[] = []
  const nested = new Map<string, FieldPath[]>()
  for (const path of projection) {
    const colon = path.indexOf(':')
    if (colon < 0) addAttribute(path)
    else appendTo(nested, path.slice(0, colon), path.slice(colon + 1))
  }
  const toOne = [...nested].map(([name, paths]) => {
    const relation = collection.fields.get(name) as ToOneModel
    return {
      name,
      key: `${quote(exportedName(relation))}:{"data":`,
      node: compileResource(relation.target, paths, options),
    }
  })
  const head = `{"type":${quote(collection.name)},"id":`
  return { collection, attributes, toOne, head, links: buildLinks(collection, options) }

  function addAttribute(name: string): void {
    const field = collection.fields.get(name)
    // A hidden primary key is only read for the id.
    if (field?.kind !== 'Column' || field.export === 'hidden') return
    attributes.push({
      name,
      exportedName: field.export.name,
      key: `${quote(field.export.name)}:`,
      write: valueWriter(collection, field),
    })
  }
}

/** Writes one resource object. */
export function writeResource(node: ResourceNode, row: Row): string {
  const id = writeId(node, row)
  let text = `${node.head}${id},"attributes":{`
  let separator = ''
  for (const attribute of node.attributes) {
    const value = row[attribute.name]
    if (value === undefined) continue
    text += separator + attribute.key + (value === null ? 'null' : attribute.write(value))
    separator = ','
  }
  return `${text}}${writeRelationships(node, row, id)}}`
}

/** The id as JSON text. A number, the common case, needs no escape. */
function writeId({ collection }: ResourceNode, row: Row): string {
  const [key] = collection.primaryKey
  if (collection.primaryKey.length === 1) {
    const value = row[key!.name]
    if (typeof value === 'number') return `"${value}"`
  }
  return quote(packId(collection, row))
}

function writeRelationships(node: ResourceNode, row: Row, id: string): string {
  let text = ''
  for (const { name, key, node: target } of node.toOne) {
    const related = row[name] as Row | null | undefined
    if (related === undefined) continue
    text += `${text === '' ? '' : ','}${key}${related === null ? 'null' : writeIdentifier(target, related)}}`
  }
  const { links } = node
  if (links.length > 0) {
    const encodedId = encodeId(node, row, id)
    text += (text === '' ? '' : ',') + links[0]
    for (let index = 1; index < links.length; index += 1) text += encodedId + links[index]
  }
  return text === '' ? '' : `,"relationships":{${text}}`
}

function writeIdentifier(node: ResourceNode, row: Row): string {
  return `${node.head}${writeId(node, row)}}`
}

/** The id encoded for a path. */
function encodeId({ collection }: ResourceNode, row: Row, id: string): string {
  const isPlain = /^"[\w-]*"$/.test(id)
  return isPlain ? id.slice(1, -1) : encodeURIComponent(packId(collection, row))
}

/** The links of all to-many relations as one text, split where the id goes. */
function buildLinks(collection: CollectionModel, { prefix, isShown }: ResourceOptions): string[] {
  const pieces: string[] = []
  const base = `${prefix}/${nameInPath(collection.name)}/`
  let pending = ''
  for (const [name, field] of collection.view) {
    if (field.kind !== 'OneToMany' && field.kind !== 'ManyToMany') continue
    if (!isShown(collection, field)) continue
    pieces.push(`${pending}${quote(name)}:{"links":{"related":{"href":"${base}`)
    pending = `/relationships/${nameInPath(name)}"}}},`
  }
  return pieces.length === 0 ? [] : [...pieces, pending.slice(0, -1)]
}

function appendTo(map: Map<string, FieldPath[]>, name: string, path: FieldPath): void {
  const paths = map.get(name)
  if (paths) paths.push(path)
  else map.set(name, [path])
}
