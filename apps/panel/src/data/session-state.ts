import { useSyncExternalStore } from 'react'

/** Whether the person is signed in at the service. */
export interface SessionState {
  readonly isEnded: boolean
  /** Who signed in instead, in this browser. */
  readonly otherEmail?: string | undefined
  /** The person goes on without signing in for now. */
  readonly isPutOff: boolean
  /** The service said so: the next request asks the person, even if it only reads. */
  readonly isAnnounced?: boolean | undefined
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
  readonly reason: unknown
}

const active: SessionState = { isEnded: false, isPutOff: false }
let state = active
let waiting: Waiting[] = []
const listeners = new Set<() => void>()

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, () => state)
}

export function isSessionEnded(): boolean {
  return state.isEnded
}

/**
 * Reports that the session has ended; resolves when the person has signed in again, so that a request
 * can be sent once more, and rejects with `reason` when they put it off. From then on only a change
 * asks them again: what is only read is not worth another question.
 */
export function waitForSignIn(reason: unknown, kind: 'read' | 'change'): Promise<void> {
  const { isEnded, isPutOff, isAnnounced } = state
  if (isEnded && isPutOff && !isAnnounced && kind === 'read') return Promise.reject(reason)
  if (!isEnded || isPutOff) change({ isEnded: true, isPutOff: false })
  return new Promise((resolve, reject) => waiting.push({ resolve, reject, reason }))
}

/** The session has ended while nothing was asked for: what the person types is not interrupted. */
export function announceSessionEnd(): void {
  if (!state.isEnded) change({ isEnded: true, isPutOff: true, isAnnounced: true })
}

/** Opens the dialog again. */
export function askToSignIn(): void {
  change({ ...state, isPutOff: false })
}

/** Everything that waited goes on. */
export function reportSignedIn(): void {
  if (!state.isEnded) return
  change(active)
  for (const { resolve } of takeWaiting()) resolve()
}

/** Somebody else signed in: nothing goes on in their name. */
export function reportOtherPerson(otherEmail: string): void {
  change({ ...state, isEnded: true, otherEmail })
}

/** What waited fails; what was typed stays. */
export function putOffSignIn(): void {
  change({ ...state, isPutOff: true })
  for (const { reject, reason } of takeWaiting()) reject(reason)
}

function takeWaiting(): readonly Waiting[] {
  const taken = waiting
  waiting = []
  return taken
}

function change(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
