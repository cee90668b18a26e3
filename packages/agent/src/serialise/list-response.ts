import { UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import type { HttpHeaders, HttpResponse } from '@service/http'
import type { Access } from '../gateway/access.js'
import type { ResolvedOptions } from '../options.js'
import { writeCursor } from '../query/cursor.js'
import type { ParsedList } from '../query/parsed-list.js'
import { documentWriter, writeDecorators, writeMany } from './json-api.js'

export const jsonHeaders: HttpHeaders = { 'content-type': 'application/json; charset=utf-8' }

/** The document of a list, with its search matches and the cursor of the next page. */
export function listResponse(
  runtime: { readonly options: ResolvedOptions },
  access: Access,
  parsed: ParsedList,
  rows: readonly Row[],
): HttpResponse {
  const { collection, projection, keyset } = parsed
  const writer = documentWriter(collection, projection, runtime.options.prefix, access.hiddenIn)
  const { search } = parsed.query.filter
  if (search === undefined && keyset === undefined) {
    return { status: 200, headers: jsonHeaders, body: writeMany(writer, rows) }
  }
  const shown = keyset === undefined ? rows : rows.slice(0, keyset.size)
  const decorators = search === undefined ? '' : writeDecorators(writer, shown, search)
  const page = keyset === undefined ? '' : writePage(collection, keyset, rows)
  const meta = [decorators, page].filter(part => part !== '').join(',')
  return { status: 200, headers: jsonHeaders, body: writeMany(writer, shown, meta) }
}

function writePage(
  { name, primaryKey, isKeyNullable }: CollectionModel,
  keyset: NonNullable<ParsedList['keyset']>,
  rows: readonly Row[],
): string {
  const last = rows.length > keyset.size ? rows[keyset.size - 1] : undefined
  if (isKeyNullable && last && primaryKey.some(column => (last[column.name] ?? null) === null)) {
    throw new UnprocessableError(
      `This page of '${name}' ends at a record whose key is null: no cursor can tell what follows. Give page[number], or another page[size].`,
    )
  }
  const after = last === undefined ? 'null' : `"${writeCursor(keyset.sort, last)}"`
  return `"page":{"after":${after}}`
}
