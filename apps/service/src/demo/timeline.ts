import { type Instant, instantOf } from '../store/instant.js'

/** Something that happened at a moment, in milliseconds. */
export interface Timed {
  readonly at: number
}

/** Puts events in order and gives each a moment of its own, as a stream wants them. */
export function inOrder<E extends Timed>(
  events: readonly E[],
): readonly (E & { readonly instant: Instant })[] {
  let last = Number.NEGATIVE_INFINITY
  return events
    .toSorted((a, b) => a.at - b.at)
    .map(event => {
      last = Math.max(Math.ceil(event.at), last + 1)
      return { ...event, instant: instantOf(new Date(last)) }
    })
}
