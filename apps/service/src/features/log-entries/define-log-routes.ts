import type { z } from 'zod'
import { BoundedCount, countFields } from '../../http/listing/count-list.js'
import type { CsvFormat } from '../../http/listing/csv.js'
import { exportFields, exportList } from '../../http/listing/export-list.js'
import { respondWithList } from '../../http/listing/list-response.js'
import type { Listing, Owner } from '../../http/listing/listing.js'
import { definePage } from '../../http/listing/objects.js'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import type { LogKind } from '../../logs/log-kinds.js'
import type { Instant } from '../../store/instant.js'
import type { ActivityLogsQuery } from '../activity-logs/activity-logs-query.js'
import type { AdminLogsQuery } from '../admin-logs/admin-logs-query.js'
import { entryParams, provenEntry, readProvenEntry } from './log-entry.js'

interface LogRoutes<Row extends { readonly created_at: Instant }, Item> {
  readonly path: string
  readonly tag: string
  /** What the log contains: "what people did in an environment". */
  readonly content: string
  readonly query: typeof ActivityLogsQuery | typeof AdminLogsQuery
  readonly item: z.ZodType<Item>
  readonly listing: Listing<Row, Item>
  readonly csv: CsvFormat<Item>
  readonly kind: LogKind
  readonly getOwner: (call: Pick<MemberCall, 'project' | 'environment'>) => Owner
}

/** The routes with which admins read a log: its list, the list as a file, and an entry with its proof. */
export function defineLogRoutes<Row extends { readonly created_at: Instant }, Item extends object>(
  log: LogRoutes<Row, Item>,
): readonly Route[] {
  const { path, content, query, item, listing, csv, kind, getOwner } = log
  const common = { method: 'get', level: 'admin', tag: log.tag } as const
  return [
    memberRoute(
      {
        ...common,
        path,
        summary: `List ${content}`,
        query: query.extend(countFields),
        response: definePage(item).extend({ count: BoundedCount.optional() }),
        ndjson: true,
      },
      call => respondWithList(call, listing, getOwner(call)),
    ),
    memberRoute(
      {
        ...common,
        path: `${path}/export`,
        summary: `Save ${content} as a file`,
        description: 'NDJSON with the lines of the public API, or CSV, while it is read.',
        query: query.extend(exportFields),
        contentType: 'application/x-ndjson',
      },
      call => exportList(call, listing, getOwner(call), csv),
    ),
    memberRoute(
      {
        ...common,
        path: `${path}/entries/{createdAt}`,
        summary: 'Show an entry and verify the hash chain around it',
        params: entryParams,
        response: provenEntry(item),
      },
      call => readProvenEntry(call, listing, getOwner(call), kind),
    ),
  ]
}
