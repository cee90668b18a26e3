import { checkOptionNames, namesOf } from '@service/base'
import type { ExecuteOptions } from './action/execute-options.js'
import type { AgentClientOptions } from './agent-client-options.js'
import type { ChartOptions, RecordChartOptions } from './charts/chart-options.js'
import type { CreateOptions, GetOptions } from './collection/record-options.js'
import type { RequestOptions } from './http/transport.js'
import type { ExportOptions } from './records/export-csv.js'
import type { ListOptions, RowOptions } from './records/query.js'

const request = { signal: true, timezone: true } as const
const rows = { ...request, filters: true, search: true, shouldSearchInRelation: true } as const
const chart = { ...request, parameters: true } as const
const sorted = { ...rows, sort: true, fields: true } as const

/** The options of each call. A misspelled option would select unintended records. */
const known = {
  createAgentClient: namesOf<AgentClientOptions>({
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
  list: namesOf<ListOptions>({ ...sorted, pagination: true }),
  pagination: namesOf<NonNullable<ListOptions['pagination']>>({ size: true, number: true }),
  count: namesOf<RowOptions>(rows),
  exportCsv: namesOf<ExportOptions>({ ...sorted, header: true, filename: true }),
  getOne: namesOf<GetOptions>({ ...request, fields: true }),
  create: namesOf<CreateOptions>({ ...request, relations: true }),
  update: namesOf<RequestOptions>(request),
  delete: namesOf<RequestOptions>(request),
  chart: namesOf<ChartOptions>(chart),
  'the chart of a record': namesOf<RecordChartOptions>({ ...chart, recordId: true }),
  execute: namesOf<ExecuteOptions>({
    ...request,
    signedApprovalRequest: true,
    approvalRequestMessage: true,
  }),
} as const

/** Throws when an option does not exist for the call. */
export function checkKnown(call: keyof typeof known, options: object): void {
  checkOptionNames(options, known[call], call)
}
