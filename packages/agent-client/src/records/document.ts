interface Identifier {
  readonly type: string
  readonly id: string
}

interface Resource extends Identifier {
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly relationships?: Readonly<Record<string, { readonly data?: Identifier | null }>>
}

/** A JSON:API document of an agent. */
interface Document {
  readonly data: Resource | readonly Resource[] | null
  readonly included?: readonly Resource[]
  readonly meta?: { readonly page?: { readonly after?: string | null } }
}

type PlainRecord = Record<string, unknown>

/** Reads the records of a list: attributes unchanged, to-one relations as nested records. */
export function readRecords(document: unknown): PlainRecord[] {
  const { data, included = [] } = document as Document
  const resources = Array.isArray(data) ? (data as readonly Resource[]) : []
  const known = indexResources([...resources, ...included])
  return resources.map(resource => toRecord(resource, known, []))
}

/** Reads where the next page of a list begins; null after the last one. */
export function readNextCursor(document: unknown): string | null {
  return (document as Document).meta?.page?.after ?? null
}

/** Reads the record of a JSON:API response; null when its `data` is empty. */
export function readRecord(document: unknown): PlainRecord | null {
  const { data, included = [] } = (document ?? { data: null }) as Document
  if (data === null || Array.isArray(data)) return null
  const resource = data as Resource
  return toRecord(resource, indexResources([resource, ...included]), [])
}

function toRecord(
  resource: Resource,
  known: ReadonlyMap<string, Resource>,
  above: readonly string[],
): PlainRecord {
  const record: PlainRecord = { ...resource.attributes }
  const path = [...above, buildKey(resource)]
  for (const [name, { data }] of Object.entries(resource.relationships ?? {})) {
    if (data === undefined) continue
    record[name] = data === null ? null : toRelated(data, known, path)
  }
  return record
}

function toRelated(
  identifier: Identifier,
  known: ReadonlyMap<string, Resource>,
  above: readonly string[],
): PlainRecord {
  const resource = known.get(buildKey(identifier))
  if (!resource) return { id: identifier.id }
  // A record that references itself is not nested again, so that records can always be printed as
  // JSON.
  return above.includes(buildKey(identifier))
    ? { ...resource.attributes }
    : toRecord(resource, known, above)
}

// The last one wins: the included record has the requested fields.
function indexResources(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  return new Map(resources.map(resource => [buildKey(resource), resource]))
}

const buildKey = ({ type, id }: Identifier) => JSON.stringify([type, id])
