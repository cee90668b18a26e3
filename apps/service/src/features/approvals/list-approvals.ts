import type { z } from 'zod'
import { chooseFormat } from '../../http/listing/accept.js'
import { breakStream } from '../../http/listing/break-stream.js'
import { textBody } from '../../http/listing/text-body.js'
import type { MemberCall } from '../../http/route.js'
import { type idPage, LIMIT_DEFAULT, readCursorId, readIdPage } from '../people/id-page.js'
import type { MemberApproval } from './approval.js'
import { approvalCsv } from './approval-csv.js'
import { toViewer } from './approval-rules.js'
import type { ApprovalsQuery } from './approvals-query.js'
import { readMemberApprovals } from './read-approvals.js'

const formats = ['application/json', 'text/csv'] as const

/** The number of rows per read while a file is streamed: the values of one request can have 100 kB. */
const CSV_PAGE = 100

type ListCall = MemberCall<unknown, ApprovalsQuery, unknown>

/** Responds with the approvals a member may see: one page as JSON, or all as CSV. */
export async function listApprovals(
  call: ListCall,
): Promise<z.output<ReturnType<typeof idPage<typeof MemberApproval>>> | Response> {
  if (chooseFormat(call.request.header('accept'), formats) === 'text/csv') return streamCsv(call)
  const { limit = LIMIT_DEFAULT, cursor } = call.query
  return readIdPage({ limit, cursor }, page => readPage(call, page))
}

async function streamCsv(call: ListCall): Promise<Response> {
  let afterId = readCursorId(call.query.cursor)
  let remaining = call.query.limit ?? Number.POSITIVE_INFINITY
  const next = async () => {
    const limit = Math.min(remaining, CSV_PAGE)
    if (limit === 0) return ''
    const rows = await readPage(call, { afterId, limit })
    remaining = rows.length < limit ? 0 : remaining - rows.length
    afterId = rows.at(-1)?.id ?? afterId
    return approvalCsv.formatItems(rows)
  }
  // Reads the first rows before sending the status, so that an error there gets an error response.
  return new Response(textBody(approvalCsv.header + (await next()), next, breakStream(call)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="approvals.csv"',
    },
  })
}

/** The newest come first, so the next page has lower ids. */
function readPage(
  call: ListCall,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<MemberApproval[]> {
  const { limit: _, cursor: __, view, ...filters } = call.query
  const beforeId = afterId === 0 ? undefined : afterId
  return readMemberApprovals(call.deps.store.db, toViewer(call), { view, filters, beforeId, limit })
}
