import { createElection, type ElectionMessage } from '../core/live/election.js'
import { setTimer } from './set-timer.js'

/** Runs in one tab of the browser at a time. `hasWaited`: another tab did it before. */
type Lead = (signal: AbortSignal, hasWaited: boolean) => void

/**
 * Calls `lead` in one of the tabs that call this, and in another one when that is closed. The result leaves it to the others.
 * Without Web Locks, which pages on plain http addresses lack, the tabs agree by messages.
 */
export function leadTab(name: string, lead: Lead): () => void {
  const leaving = new AbortController()
  if (navigator.locks) void leadByLock(navigator.locks, name, lead, leaving.signal)
  else leadByElection(name, lead, leaving.signal)
  return () => leaving.abort()
}

async function leadByLock(
  locks: LockManager,
  name: string,
  lead: Lead,
  signal: AbortSignal,
): Promise<void> {
  const hold = (hasWaited: boolean) =>
    new Promise<true>(resolve => {
      if (signal.aborted) return resolve(true)
      signal.addEventListener('abort', () => resolve(true))
      lead(signal, hasWaited)
    })
  try {
    const wasFree = await locks.request(name, { ifAvailable: true }, lock => lock && hold(false))
    if (!wasFree && !signal.aborted) await locks.request(name, { signal }, () => hold(true))
  } catch {
    // It was not wanted any more.
  }
}

function leadByElection(name: string, lead: Lead, signal: AbortSignal): void {
  const channel = new BroadcastChannel(`${name} lead`)
  let leading: AbortController | undefined
  let hasWaited = false
  const join = () =>
    createElection({
      id: `${Math.random()}`,
      send: message => channel.postMessage(message),
      setTimer,
      onChange(isLeader) {
        leading?.abort()
        leading = isLeader ? new AbortController() : undefined
        if (leading) lead(leading.signal, hasWaited)
      },
    })
  let election = join()
  channel.addEventListener('message', ({ data }: MessageEvent<ElectionMessage>) => {
    if (data.kind === 'lead') hasWaited = true
    election.receive(data)
  })
  const leave = () => election.leave()
  // The page may come back from the history.
  const joinAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted) election = join()
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', joinAgain)
  signal.addEventListener('abort', () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', joinAgain)
    leave()
    channel.close()
  })
}
