import type { FieldPath, Row } from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import type { HttpResponse } from '@service/http'
import type { Access } from '../gateway/access.js'
import type { ResolvedOptions } from '../options.js'
import { documentWriter, writeOne } from './json-api.js'
import { jsonHeaders } from './list-response.js'

/** The document of one record, or of none. */
export function recordResponse(
  runtime: { readonly options: ResolvedOptions },
  access: Access,
  collection: CollectionModel,
  projection: readonly FieldPath[],
  row: Row | undefined,
): HttpResponse {
  const writer = documentWriter(collection, projection, runtime.options.prefix, access.hiddenIn)
  return { status: 200, headers: jsonHeaders, body: writeOne(writer, row) }
}

/** The response of a write that returns no content. */
export const noContent: HttpResponse = { status: 204, headers: {} }
