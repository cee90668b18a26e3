import { stringifyExactJson } from '@service/base'
import type { ReadRequest } from '../list/list-request.js'
import type { PanelRecord } from './panel-record.js'

/**
 * Returns a record as JSON, with its related records by id.
 *
 * @example
 * formatRecordJson(order) // '{\n  "id": 12,\n  "status": "paid",\n  "customer": "7"\n}'
 */
export function formatRecordJson({ values, related }: PanelRecord): string {
  const relations = Object.entries(related).map(([name, each]) => [name, each?.id ?? null])
  return stringifyExactJson({ ...values, ...Object.fromEntries(relations) }, 2) ?? ''
}

/**
 * Returns the command that reads what the panel reads. It takes the token from the environment: a
 * copied command never contains one.
 *
 * @example
 * formatCurl('https://agent.example/service', request, 'Europe/Paris')
 */
export function formatCurl(agentUrl: string, request: ReadRequest, timezone: string): string {
  const query = new URLSearchParams({ ...request.query, timezone })
  const url = quoteForShell(`${agentUrl}${request.path}?${query}`)
  return `curl ${url} \\\n  -H "authorization: Bearer $AGENT_TOKEN"`
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
