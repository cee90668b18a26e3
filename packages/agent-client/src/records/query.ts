import { checkOptionNames, toSnakeCase } from '@service/base'
import type { Operator } from '@service/datasource-toolkit'
import type { RequestOptions } from '../http/transport.js'

/** A condition tree. Operators are written `GreaterThan` or `greater_than`. */
export type FilterTree<P extends string = string> =
  | { readonly field: P; readonly operator: Operator | Lowercase<string>; readonly value?: unknown }
  | {
      readonly aggregator: 'And' | 'Or' | 'and' | 'or'
      readonly conditions: readonly FilterTree<P>[]
    }

/** Selects records. */
export interface RowOptions<P extends string = string> extends RequestOptions {
  readonly filters?: FilterTree<P>
  readonly search?: string
  /** Also searches the records of to-one relations. */
  readonly shouldSearchInRelation?: boolean
}

export interface SortOption<P extends string = string> {
  readonly field: P
  readonly ascending: boolean
}

/** Selects and sorts records. */
export interface SortedOptions<P extends string = string> extends RowOptions<P> {
  readonly sort?: SortOption<P> | readonly SortOption<P>[]
}

/** Selects and sorts records, and selects a page of them. */
export interface ListOptions<P extends string = string> extends SortedOptions<P> {
  /** A page by its number, or the one after a cursor of `listPage`. Default: the first 15. */
  readonly pagination?: {
    readonly size?: number
    readonly number?: number
    readonly after?: string
  }
  /**
   * The fields to return; `relation:field` for relations. Default: all columns, and those of to-one
   * relations.
   */
  readonly fields?: readonly P[]
}

type Query = Record<string, string>

/** Builds the query parameters that select records. */
export function rowQuery(options: RowOptions): Query {
  const { filters, search, shouldSearchInRelation } = options
  return {
    ...(filters && { filters: JSON.stringify(toWireFilters(filters)) }),
    ...(search !== undefined && { search }),
    ...(shouldSearchInRelation && { searchExtended: '1' }),
  }
}

/** `sort=-total,customer:name`. */
export function sortQuery({ sort }: SortedOptions): Query {
  return sort ? { sort: sortText(sort) } : {}
}

/** Builds the query parameters of a list of `collection`. */
export function listQuery(collection: string, options: ListOptions): Query {
  const { pagination, fields } = options
  return {
    ...rowQuery(options),
    ...sortQuery(options),
    ...(pagination?.size !== undefined && { 'page[size]': String(pagination.size) }),
    ...(pagination?.number !== undefined && { 'page[number]': String(pagination.number) }),
    ...(pagination?.after !== undefined && { 'page[after]': pagination.after }),
    ...fieldQuery(collection, fields),
  }
}

/** Builds `fields[orders]=id,customer&fields[customer]=name`; deeper fields stay paths. */
export function fieldQuery(collection: string, fields: readonly string[] | undefined): Query {
  if (!fields || fields.length === 0) return {}
  const names = new Set<string>()
  const nested = new Map<string, string[]>()
  for (const field of fields.map(toPath)) {
    const [relation, column, ...rest] = field.split(':') as [string, ...string[]]
    // A relation with the name of its collection has no parameter of its own.
    const isNested = column !== undefined && rest.length === 0 && relation !== collection
    names.add(isNested ? relation : field)
    if (isNested) nested.set(relation, [...(nested.get(relation) ?? []), column])
  }
  const ofRelations = [...nested].map(([relation, columns]) => [`fields[${relation}]`, columns])
  return Object.fromEntries(
    [[`fields[${collection}]`, [...names]], ...ofRelations].map(([key, list]) => [
      key,
      (list as string[]).map(toListed).join(','),
    ]),
  )
}

/** Escapes a name for a list of names: commas, and blanks at its ends, get a backslash. */
function toListed(name: string): string {
  return name.replace(/,|^[\s+-]|\s$|\\(?=[\\,\s+-]|$)/g, '\\$&')
}

/** Converts the separators of a path to `:`. */
export function toPath(field: string): string {
  return field.replaceAll('@@@', ':')
}

function sortText(sort: SortOption | readonly SortOption[]): string {
  const clauses = Array.isArray(sort) ? (sort as readonly SortOption[]) : [sort as SortOption]
  return clauses
    .map(({ field, ascending }) => (ascending ? '' : '-') + toListed(toPath(field)))
    .join(',')
}

const leafMembers = ['field', 'operator', 'value']
const branchMembers = ['aggregator', 'conditions']

/** Writes the names of a tree in the spelling that every agent of the protocol family accepts. */
function toWireFilters(tree: FilterTree): object {
  const isBranch = branchMembers.some(name => name in tree)
  checkOptionNames(tree, isBranch ? branchMembers : leafMembers, 'a condition')
  if ('aggregator' in tree) {
    const { aggregator, conditions } = tree
    return { aggregator: aggregator.toLowerCase(), conditions: conditions.map(toWireFilters) }
  }
  const { field, operator, ...rest } = tree
  return { field: toPath(field), operator: toSnakeCase(operator), ...rest }
}
