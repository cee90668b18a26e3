import { describe, expect, it } from 'vitest'
import type { AgentApi } from './agent-api.js'
import { runAction } from './run-action.js'

const target = {
  collection: 'orders',
  action: { id: 'orders-0-refund', endpoint: '/service/_actions/orders/0/refund' },
  selection: { ids: ['1'], all_records: false },
} as const
const names = { project: 'Store', environment: 'Production', team: 'Ops' }

/** Runs the action at an agent that gives this response. */
async function run(response: Response) {
  const progress: number[] = []
  const agent: Pick<AgentApi, 'runAction'> = { runAction: async () => response }
  const ran = await runAction(
    target,
    {},
    {
      agent,
      names,
      signal: new AbortController().signal,
      onProgress: bytes => progress.push(bytes),
    },
  )
  return { ...ran, progress }
}

describe('runAction', () => {
  it('returns what the action says', async () => {
    const { result } = await run(Response.json({ success: 'Done.', html: '<b>x</b>' }))
    expect(result).toEqual({ kind: 'message', message: 'Done.', html: '<b>x</b>', refreshed: [] })
  })

  it('returns what the agent refuses, with the id of the request', async () => {
    const headers = { 'x-service-correlation-id': 'r1' }
    const body = { errors: [{ detail: 'No.', data: { fields: { Why: ['Too short.'] } } }] }
    const { result, requestId } = await run(Response.json(body, { status: 400, headers }))
    expect(result).toEqual({ kind: 'error', message: 'No.', fields: { Why: ['Too short.'] } })
    expect(requestId).toBe('r1')
  })

  it('returns an error whose body cannot be read', async () => {
    const { result } = await run(new Response('<html>', { status: 502 }))
    expect(result).toEqual({ kind: 'error', message: '', fields: {} })
  })

  it('receives a file in pieces, and says how much has arrived', async () => {
    const piece = new Uint8Array(3 * 1024 * 1024).fill(65)
    const pieces = [piece, piece, piece]
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = pieces.pop()
        if (next) controller.enqueue(next)
        else controller.close()
      },
    })
    const headers = {
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="stock.csv"',
    }
    const { result, file, progress } = await run(new Response(stream, { headers }))
    expect(result).toEqual({ kind: 'file', name: 'stock.csv', mimeType: 'text/csv' })
    expect(file?.size).toBe(3 * piece.length)
    expect(file?.type).toBe('text/csv')
    expect(progress).toEqual([1, 2, 3].map(count => count * piece.length))
  })

  it('receives an empty file, and one of JSON', async () => {
    const headers = { 'content-disposition': 'attachment; filename="x.json"' }
    const empty = await run(new Response(null, { headers }))
    expect([empty.result.kind, empty.file?.size]).toEqual(['file', 0])
    const json = await run(Response.json({ a: 1 }, { headers }))
    expect(json.result).toMatchObject({ kind: 'file', name: 'x.json' })
    expect(await json.file?.text()).toBe('{"a":1}')
  })
})
