import type { SetTimer } from '../set-timer.js'

/** What tabs say to each other to choose the one that holds the stream. */
export interface ElectionMessage {
  /** `claim`: wants to lead. `lead`: leads. `leave`: leads no longer. */
  readonly kind: 'claim' | 'lead' | 'leave'
  readonly id: string
}

export interface Election {
  receive(message: ElectionMessage): void
  /** Takes no further part; another tab leads at once. */
  leave(): void
}

interface ElectionSettings {
  /** Of this tab; no other has it. */
  readonly id: string
  readonly send: (message: ElectionMessage) => void
  readonly setTimer: SetTimer
  /** Called when this tab begins and ceases to lead. */
  readonly onChange: (isLeader: boolean) => void
}

/** How long the others may object to a claim, in milliseconds. */
const objectionTime = 300
/** How often the tab that leads says so. */
const heartbeat = 2_000
/** After this long without a word from it, others claim. Tabs in the background have slow clocks. */
const silence = 6_000

/**
 * Chooses one of several tabs that can only send each other messages. The one that leads objects to claims at once, so that
 * a slow clock does not cost it the lead; of two that claim, or lead, the one with the lower id stays.
 */
export function createElection({ id, send, setTimer, onChange }: ElectionSettings): Election {
  let state: 'waiting' | 'claiming' | 'leading' | 'gone' = 'waiting'
  let cancel = () => {}

  function schedule(run: () => void, milliseconds: number): void {
    cancel()
    cancel = setTimer(run, milliseconds)
  }

  function claim(): void {
    state = 'claiming'
    send({ kind: 'claim', id })
    schedule(lead, objectionTime)
  }

  function lead(): void {
    state = 'leading'
    beat()
    onChange(true)
  }

  function beat(): void {
    send({ kind: 'lead', id })
    schedule(beat, heartbeat)
  }

  function wait(milliseconds: number): void {
    const wasLeading = state === 'leading'
    state = 'waiting'
    schedule(claim, milliseconds)
    if (wasLeading) onChange(false)
  }

  claim()
  return {
    receive({ kind, id: other }) {
      if (state === 'gone' || other === id) return
      if (kind === 'leave') {
        if (state === 'waiting') claim()
        return
      }
      if (kind === 'lead') {
        if (state === 'leading' && id < other) send({ kind: 'lead', id })
        else wait(silence)
        return
      }
      if (state === 'leading') send({ kind: 'lead', id })
      else if (state === 'claiming' && id < other) send({ kind: 'claim', id })
      else if (state === 'claiming') wait(silence)
    },
    leave() {
      const wasLeading = state === 'leading'
      state = 'gone'
      cancel()
      if (!wasLeading) return
      send({ kind: 'leave', id })
      onChange(false)
    },
  }
}
