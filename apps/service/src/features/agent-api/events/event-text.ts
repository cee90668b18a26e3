import type { WireEvent } from '@service/protocol'

/** An offset in the event feed of an environment. */
export interface FeedOffset {
  readonly epoch: string
  readonly seq: number
}

/** Formats an offset as the id of an event. */
const formatEventId = ({ epoch, seq }: FeedOffset) => `${epoch}-${seq}`

/** Parses the offset from `Last-Event-ID`; undefined when the header is absent or in another format. */
export function parseEventId(lastEventId: string | undefined): FeedOffset | undefined {
  const match = /^([0-9a-f]{8})-(\d{1,15})$/.exec(lastEventId ?? '')
  return match ? { epoch: match[1] ?? '', seq: Number(match[2]) } : undefined
}

const encoder = new TextEncoder()

/** Formats an event. A subscriber that received it has received everything up to its offset. */
export function eventText(event: WireEvent, offset: FeedOffset, data: object = {}): Uint8Array {
  return encoder.encode(
    `event: ${event}\nid: ${formatEventId(offset)}\ndata: ${JSON.stringify(data)}\n\n`,
  )
}
