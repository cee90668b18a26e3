import { isObject, listOptionNames, show, ValidationError } from '@service/base'
import type {
  BulkUpdate,
  BulkUpdateAttributes,
  BulkUpdateData,
  BulkUpdateMeta,
} from '@service/protocol'
import { checkKeys } from '../check-keys.js'

type PlainObject = Readonly<Record<string, unknown>>

/** What a bulk update writes; its records are parsed as a selection. */
export interface ParsedBulkUpdate {
  /** With exported names, as received; not empty. */
  readonly values: PlainObject
  readonly isDryRun: boolean
  readonly returnsPrevious: boolean
}

const bodyKeys = listOptionNames<BulkUpdate>({ data: true })
const dataKeys = listOptionNames<BulkUpdateData>({ type: true, attributes: true, meta: true })
const metaKeys = listOptionNames<BulkUpdateMeta>({ dryRun: true, returnPrevious: true })
const attributeKeys = listOptionNames<BulkUpdateAttributes>({
  collection_name: true,
  ids: true,
  all_records: true,
  all_records_ids_excluded: true,
  all_records_subset_query: true,
  values: true,
})

/** The parameters of lists; those that restrict no records are ignored. */
const subsetKeys = [
  'filters',
  'search',
  'searchExtended',
  'segment',
  'segmentQuery',
  'connectionName',
  'sort',
  'timezone',
]
const ignoredSubsetKey = /^(?:fields|page)\[/

/** Throws 400 for every key it does not know: a misspelt one could select or write something else. */
export function parseBulkUpdate(body: PlainObject): ParsedBulkUpdate {
  checkKeys(body, bodyKeys, 'the body')
  const { data } = body
  if (!isObject(data) || !isObject(data.attributes)) {
    throw new ValidationError(
      'The body must be like {"data":{"attributes":{"ids":["1"],"values":{…}}}}.',
    )
  }
  checkKeys(data, dataKeys, "'data'")
  checkKeys(data.attributes, attributeKeys, "'data.attributes'")
  checkSubset(data.attributes.all_records_subset_query)
  return { values: parseValues(data.attributes.values), ...parseMeta(data.meta ?? {}) }
}

function checkSubset(subset: unknown): void {
  if (subset === undefined || subset === null) return
  const where = "'data.attributes.all_records_subset_query'"
  if (!isObject(subset)) throw new ValidationError(`${where} must be an object of parameters.`)
  const checked = Object.entries(subset).filter(([name]) => !ignoredSubsetKey.test(name))
  checkKeys(Object.fromEntries(checked), subsetKeys, where)
}

function parseValues(values: unknown): PlainObject {
  if (isObject(values) && Object.keys(values).length > 0) return values
  throw new ValidationError(
    '\'data.attributes.values\' must be an object of fields and values, like {"status":"paid"}.',
  )
}

function parseMeta(meta: unknown): Omit<ParsedBulkUpdate, 'values'> {
  if (!isObject(meta)) throw new ValidationError("'data.meta' must be an object.")
  checkKeys(meta, metaKeys, "'data.meta'")
  const isDryRun = parseSwitch(meta, 'dryRun')
  const returnsPrevious = parseSwitch(meta, 'returnPrevious')
  if (isDryRun && returnsPrevious) {
    throw new ValidationError(
      "A dry run changes nothing: send 'dryRun' or 'returnPrevious', not both.",
    )
  }
  return { isDryRun, returnsPrevious }
}

function parseSwitch(meta: PlainObject, name: keyof BulkUpdateMeta): boolean {
  const value = meta[name] ?? false
  if (typeof value === 'boolean') return value
  throw new ValidationError(`'data.meta.${name}' must be true or false, not ${show(value)}.`)
}
