import { checkOptionNames, listOptionNames } from '@service/base'
import type { ExecuteOptions } from './action/execute-options.js'
import type { AgentClientOptions } from './agent-client-options.js'
import type { RestoreOptions, RevertOptions } from './audit/restore-options.js'
import type { ChartOptions, RecordChartOptions } from './charts/chart-options.js'
import type { ImportOptions } from './collection/import-records.js'
import type { CreateOptions, GetOptions } from './collection/record-options.js'
import type { UpdateManyOptions } from './collection/update-many.js'
import type { BatchFetchOptions } from './http/batch-fetch-options.js'
import type { BatchQueueOptions } from './http/batch-queue-options.js'
import type { RequestOptions } from './http/transport.js'
import type { ExportOptions } from './records/export-csv.js'
import type { ListOptions, RowOptions } from './records/query.js'

const request = { signal: true, timezone: true } as const
const rows = { ...request, filters: true, search: true, shouldSearchInRelation: true } as const
const chart = { ...request, parameters: true } as const
const restored = { fields: true, expect: true } as const
const reverted = { collection: true, recordId: true, fields: true } as const
const sorted = { ...rows, sort: true, fields: true } as const

/** The options of each call. A misspelled option would select unintended records. */
const known = {
  createAgentClient: listOptionNames<AgentClientOptions>({
    agentUrl: true,
    token: true,
    getToken: true,
    timezone: true,
    timeout: true,
    fetch: true,
    requestApproval: true,
    schema: true,
    schemaPath: true,
  }),
  createBatchFetch: listOptionNames<BatchFetchOptions>({ agentUrl: true, fetch: true }),
  createBatchQueue: listOptionNames<BatchQueueOptions>({ send: true, timezone: true }),
  list: listOptionNames<ListOptions>({ ...sorted, pagination: true }),
  listPage: listOptionNames<ListOptions>({ ...sorted, pagination: true }),
  pagination: listOptionNames<NonNullable<ListOptions['pagination']>>({
    size: true,
    number: true,
    after: true,
  }),
  count: listOptionNames<RowOptions>(rows),
  exportCsv: listOptionNames<ExportOptions>({ ...sorted, header: true, filename: true }),
  getOne: listOptionNames<GetOptions>({ ...request, fields: true }),
  create: listOptionNames<CreateOptions>({ ...request, relations: true }),
  update: listOptionNames<RequestOptions>(request),
  updateMany: listOptionNames<UpdateManyOptions>({
    ...request,
    relations: true,
    returnPrevious: true,
  }),
  previewUpdateMany: listOptionNames<CreateOptions>({ ...request, relations: true }),
  restore: listOptionNames<RestoreOptions>({ ...request, ...restored }),
  previewRestore: listOptionNames<RestoreOptions>({ ...request, ...restored }),
  revert: listOptionNames<RevertOptions>({ ...request, ...reverted }),
  previewRevert: listOptionNames<RevertOptions>({ ...request, ...reverted }),
  importRecords: listOptionNames<ImportOptions>({
    ...request,
    mode: true,
    key: true,
    dryRun: true,
    importId: true,
    chunk: true,
    replay: true,
  }),
  delete: listOptionNames<RequestOptions>(request),
  chart: listOptionNames<ChartOptions>(chart),
  'the chart of a record': listOptionNames<RecordChartOptions>({ ...chart, recordId: true }),
  execute: listOptionNames<ExecuteOptions>({
    ...request,
    signedApprovalRequest: true,
    approvalRequestMessage: true,
  }),
} as const

/** Throws when an option does not exist for the call. */
export function checkKnown(call: keyof typeof known, options: object): void {
  checkOptionNames(options, known[call], call)
}
