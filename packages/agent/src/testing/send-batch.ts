import type { Batch, BatchRequest, BatchResponse } from '@service/protocol'
import type { OpenAgent } from './open-agent.js'

/** A read of a batch, as tests write it: the id is its position. */
export type Read = Partial<BatchRequest> & Pick<BatchRequest, 'path'>

export interface BatchLine extends BatchResponse {
  /** The whole line, as it was sent. */
  readonly text: string
}

export const toBatch = (reads: readonly Read[], timezone?: string): Batch => ({
  ...(timezone !== undefined && { timezone }),
  requests: reads.map((read, index) => ({ id: String(index), method: 'GET', ...read })),
})

/** Sends a batch and returns its lines in the order in which they arrived. */
export async function sendBatch(
  open: OpenAgent,
  reads: readonly Read[],
  headers?: Record<string, string>,
): Promise<readonly BatchLine[]> {
  const response = await open.send('POST', '/_batch', toBatch(reads, 'Europe/Paris'), headers)
  if (response.status !== 200) throw new Error(`${response.status} ${response.text}`)
  return readLines(response.text)
}

export function readLines(text: string): readonly BatchLine[] {
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => ({ ...(JSON.parse(line) as BatchResponse), text: line }))
}
