import { type Instant, toInstant } from '../store/instant.js'

/** An event and its time in milliseconds. */
export interface Timed {
  readonly at: number
}

/** Sorts events and gives each a distinct time, because the entries of a log stream need increasing times. */
export function inOrder<E extends Timed>(
  events: readonly E[],
): readonly (E & { readonly instant: Instant })[] {
  let last = Number.NEGATIVE_INFINITY
  return events
    .toSorted((a, b) => a.at - b.at)
    .map(event => {
      last = Math.max(Math.ceil(event.at), last + 1)
      return { ...event, instant: toInstant(new Date(last)) }
    })
}
