import { isObject } from '@service/base'
import type { LoadedBlock } from '../list/pages.js'
import type { PanelRecord } from './panel-record.js'

interface Identifier {
  readonly type: string
  readonly id: string
}

interface Resource extends Identifier {
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly relationships?: Readonly<Record<string, { readonly data?: Identifier | null }>>
}

/** A list as the agent returns it. */
export interface ReadList extends LoadedBlock<PanelRecord> {
  /** The columns in which the search text was found, by record id. */
  readonly matches: ReadonlyMap<string, readonly string[]>
}

/**
 * Reads a JSON:API list.
 *
 * @example
 * const { rows, next } = readList(response.body)
 */
export function readList(document: unknown): ReadList {
  const { data, included, meta } = readObject(document)
  const resources = Array.isArray(data) ? (data as readonly Resource[]) : []
  const known = indexResources(included)
  const { page, decorators } = readObject(meta)
  const { after } = readObject(page)
  return {
    rows: resources.map(resource => toRecord(resource, known, [])),
    next: typeof after === 'string' ? after : null,
    matches: readMatches(decorators),
  }
}

/**
 * Reads a JSON:API document of one record; undefined when it has none.
 *
 * @example
 * const record = readRecord(response.body)
 */
export function readRecord(document: unknown): PanelRecord | undefined {
  const { data, included } = readObject(document)
  return isObject(data)
    ? toRecord(data as unknown as Resource, indexResources(included), [])
    : undefined
}

/**
 * Reads the response to a count; undefined when counting is disabled.
 *
 * @example
 * readCount({ count: 1000000, meta: { precision: 'estimated' } }) // { count: 1000000, isEstimated: true }
 */
export function readCount(
  body: unknown,
): { readonly count: number; readonly isEstimated: boolean } | undefined {
  const { count, meta } = readObject(body)
  if (typeof count !== 'number') return undefined
  return { count, isEstimated: readObject(meta).precision === 'estimated' }
}

type Known = ReadonlyMap<string, Resource>

function toRecord(resource: Resource, known: Known, above: readonly string[]): PanelRecord {
  const path = [...above, buildKey(resource)]
  const related = Object.entries(resource.relationships ?? {}).flatMap(([name, { data }]) =>
    data === undefined ? [] : [[name, data && toRelated(data, known, path)] as const],
  )
  return {
    id: resource.id,
    collection: resource.type,
    values: resource.attributes ?? {},
    related: Object.fromEntries(related),
  }
}

function toRelated(identifier: Identifier, known: Known, above: readonly string[]): PanelRecord {
  const key = buildKey(identifier)
  const resource = known.get(key) ?? identifier
  // A record that leads to itself is not nested again.
  return above.includes(key)
    ? { id: identifier.id, collection: identifier.type, values: {}, related: {} }
    : toRecord(resource, known, above)
}

function indexResources(included: unknown): Known {
  const resources = Array.isArray(included) ? (included as readonly Resource[]) : []
  return new Map(resources.map(resource => [buildKey(resource), resource]))
}

function readMatches(decorators: unknown): ReadonlyMap<string, readonly string[]> {
  const entries = Object.values(readObject(decorators)).map(readObject)
  return new Map(entries.map(({ id, search }) => [String(id), readTexts(search)]))
}

const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

const readObject = (value: unknown): Readonly<Record<string, unknown>> =>
  isObject(value) ? value : {}

const buildKey = ({ type, id }: Identifier): string => JSON.stringify([type, id])
