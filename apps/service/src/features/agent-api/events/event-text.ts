import type { WireEvent } from '@service/protocol'

/** A place in the feed of an environment. */
export interface Place {
  readonly epoch: string
  readonly seq: number
}

/** How a place is written as the id of an event. */
const idOf = ({ epoch, seq }: Place) => `${epoch}-${seq}`

/** The place an agent says it has come to; undefined when it says nothing, or nothing of ours. */
export function placeOf(lastEventId: string | undefined): Place | undefined {
  const match = /^([0-9a-f]{8})-(\d{1,15})$/.exec(lastEventId ?? '')
  return match ? { epoch: match[1] ?? '', seq: Number(match[2]) } : undefined
}

const encoder = new TextEncoder()

/** An event as a stream carries it. Who received it has received everything up to its place. */
export function eventText(event: WireEvent, place: Place, data: object = {}): Uint8Array {
  return encoder.encode(`event: ${event}\nid: ${idOf(place)}\ndata: ${JSON.stringify(data)}\n\n`)
}
