import { parseJson } from '@service/base'
import type { Standing } from '../events/standing.js'
import { ServiceAwayError } from '../port/errors.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'
import type { HeldDocument } from './hold-documents.js'
import { createRefresh } from './refresh-documents.js'

/** A document that is no part of a snapshot. */
export interface FollowedSource<T> {
  /** What its failures are called in the standing. */
  readonly name: string
  readonly path: string
  /** The event that tells of a new version. */
  readonly event: string
  /** Throws when it cannot be read. */
  readonly parse: (document: unknown) => T
  /** Called when another version is held. */
  readonly onChange?: () => void
}

/** The last good version of a document; nothing is asked for before somebody wants it. */
export interface FollowedDocument<T> {
  readonly event: string
  /** Somebody wants it: asks for it from now on; resolves once that was tried. */
  want(): Promise<void>
  /** Asks for a new version, if it is wanted; resolves once that was tried. */
  refresh(): Promise<void>
  /** Throws `ServiceAwayError` while no version that may be trusted is at hand. */
  readonly current: T
  /** The last good version, however old; undefined while there is none. */
  readonly last: T | undefined
  start(): Promise<void>
  stop(): void
}

export interface FollowOptions<T> extends FollowedSource<T> {
  readonly caller: Caller
  readonly clock: Clock
  readonly random: () => number
  readonly standing: Standing
  /** Milliseconds. */
  readonly interval: number
  readonly maxAge: number
}

export function followDocument<T>(options: FollowOptions<T>): FollowedDocument<T> {
  const { name, path, event, parse, onChange = () => {} } = options
  const { caller, clock, random, standing, interval, maxAge } = options
  let isWanted = false
  let held: (HeldDocument & { readonly value: T }) | undefined
  const refresh = createRefresh({
    documents: { [name]: { path } },
    caller,
    clock,
    random,
    interval,
    holder: {
      find: () => held,
      hold(_, document) {
        const isSame = held?.text === document.text
        const value = held && isSame ? held.value : parse(parseJson(document.text))
        held = { ...document, value }
        if (!isSame) onChange()
      },
      publish: () => false,
    },
    onFailure: standing.fail,
    onSuccess: standing.recover,
    onRound: () => {},
  })
  const ask = async () => {
    if (isWanted) await refresh.ask([name])
  }
  const start = () => {
    if (isWanted) refresh.start()
    return ask()
  }

  return {
    event,
    want() {
      isWanted = true
      return start()
    },
    refresh: ask,
    get current() {
      if (held && clock.now() - held.confirmedAt <= maxAge) return held.value
      const state = held ? 'What the service said is too old.' : 'The service said nothing yet.'
      throw new ServiceAwayError(`${state} ${standing.problem ?? ''}`.trim())
    },
    get last() {
      return held?.value
    },
    start,
    stop: refresh.stop,
  }
}
