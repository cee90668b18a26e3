import type { Approval } from './approval.js'

/** What is under way, or where it stopped. */
export type SettleStep = 'read' | 'approve' | 'reject' | 'cancel' | 'sign' | 'run'

/** What a run of the action returned, as far as it decides what happens next. */
export interface RunAnswer {
  readonly isRefused: boolean
  /** The code of a refusal. */
  readonly code?: string | undefined
}

/** What the steps ask of the service and of the agent. Errors with a `status` are responses. */
export interface ApprovalPorts<R extends RunAnswer> {
  read(): Promise<Approval>
  decide(decision: ApprovalDecision): Promise<Approval>
  /** Returns the signed request, which the agent accepts once. */
  sign(): Promise<string>
  run(signedRequest: string): Promise<R>
}

export type ApprovalDecision = 'approve' | 'reject' | 'cancel'

/** How it ended. */
export type Settlement<R extends RunAnswer> =
  /** It is decided, and nothing has to run. */
  | { readonly kind: 'decided'; readonly approval: Approval }
  /** The action ran, and this is its result; `isRefused` when it failed. It never runs again. */
  | { readonly kind: 'ran'; readonly answer: R; readonly approval: Approval }
  /** Somebody else decided it or ran it, or the connection broke after it began to run. */
  | { readonly kind: 'overtaken'; readonly approval: Approval }
  /** Nothing has run. It goes on from where it is when the person tries again. */
  | {
      readonly kind: 'stopped'
      readonly step: SettleStep
      readonly error?: unknown
      readonly answer?: R
      /** What is known of it; absent when it could not be read. */
      readonly approval?: Approval
    }

interface SettleOptions<R extends RunAnswer> {
  readonly ports: ApprovalPorts<R>
  /** The id of the person. */
  readonly personId: number
  /** What is known of it. Absent when an earlier attempt left that open: it is read first. */
  readonly known?: Approval | undefined
  readonly onStep?: (step: SettleStep) => void
}

/**
 * Approves a request and runs its action, or runs what is approved already. However often it is
 * called, and by however many people: the service lets an agent claim the approval once.
 *
 * @example
 * const settlement = await approveAndRun({ ports, personId: 1, known: approval })
 */
export async function approveAndRun<R extends RunAnswer>(
  options: SettleOptions<R>,
): Promise<Settlement<R>> {
  const decided = await decide('approve', options)
  if (decided.kind !== 'decided') return decided
  return runApproved(decided.approval, options)
}

/**
 * Rejects or cancels a request.
 *
 * @example
 * await settleWithoutRun('reject', { ports, personId: 1, known: approval })
 */
export function settleWithoutRun<R extends RunAnswer>(
  decision: 'reject' | 'cancel',
  options: SettleOptions<R>,
): Promise<Settlement<R>> {
  return decide(decision, options)
}

/** The state that each decision leads to. */
const results = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } as const

/** Decides unless that has happened. A decision whose response was lost is found by reading. */
async function decide<R extends RunAnswer>(
  decision: ApprovalDecision,
  { ports, personId, known, onStep }: SettleOptions<R>,
): Promise<Settlement<R>> {
  if (known?.status === results[decision]) return { kind: 'decided', approval: known }
  if (!known) onStep?.('read')
  const found = known ? ({ kind: 'overtaken', approval: known } as const) : await readAgain(ports)
  if (found.kind !== 'overtaken') return found
  if (found.approval.status !== 'pending') return judgeDecided(decision, personId, found.approval)
  onStep?.(decision)
  try {
    return { kind: 'decided', approval: await ports.decide(decision) }
  } catch (error) {
    if (!hasStatus(error, 409)) {
      return { kind: 'stopped', step: decision, error, approval: found.approval }
    }
  }
  const read = await readAgain(ports)
  return read.kind === 'overtaken' ? judgeDecided(decision, personId, read.approval) : read
}

/** The same decision of this person is from another tab, or its response was lost: it is as good as this one. */
function judgeDecided(
  decision: ApprovalDecision,
  personId: number,
  approval: Approval,
): { readonly kind: 'decided' | 'overtaken'; readonly approval: Approval } {
  const isOwn = approval.decidedBy?.id === personId && approval.status === results[decision]
  return { kind: isOwn ? 'decided' : 'overtaken', approval }
}

/** A signed request can be too old when it arrives: then another one is signed. */
const mostSigned = 2

async function runApproved<R extends RunAnswer>(
  approval: Approval,
  { ports, onStep }: SettleOptions<R>,
): Promise<Settlement<R>> {
  for (let attempt = 1; ; attempt++) {
    onStep?.('sign')
    let signedRequest: string
    try {
      signedRequest = await ports.sign()
    } catch (error) {
      if (hasStatus(error, 409)) return readAgain(ports)
      return { kind: 'stopped', step: 'sign', error, approval }
    }
    onStep?.('run')
    let answer: R
    try {
      answer = await ports.run(signedRequest)
    } catch (error) {
      return judgeLost(ports, error)
    }
    if (!answer.isRefused) return { kind: 'ran', answer, approval }
    if (answer.code === 'approval_used') return readAgain(ports)
    if (answer.code !== 'approval_expired' || attempt === mostSigned) {
      return judgeRefused(ports, approval, answer)
    }
  }
}

/** No response: whether the agent claimed the approval says whether the action began to run. */
async function judgeLost<R extends RunAnswer>(
  ports: ApprovalPorts<R>,
  error: unknown,
): Promise<Settlement<R>> {
  const now = await ports.read().catch(() => undefined)
  if (now && now.status !== 'approved') return { kind: 'overtaken', approval: now }
  return { kind: 'stopped', step: 'run', error, ...(now && { approval: now }) }
}

/** What was refused before the agent claimed the approval can be tried again; an action that failed cannot. */
async function judgeRefused<R extends RunAnswer>(
  ports: ApprovalPorts<R>,
  approval: Approval,
  answer: R,
): Promise<Settlement<R>> {
  const now = await ports.read().catch(() => undefined)
  if (now && now.status !== 'approved') return { kind: 'ran', answer, approval: now }
  return { kind: 'stopped', step: 'run', answer, approval: now ?? approval }
}

async function readAgain<R extends RunAnswer>(
  ports: ApprovalPorts<R>,
): Promise<Extract<Settlement<R>, { kind: 'overtaken' | 'stopped' }>> {
  try {
    return { kind: 'overtaken', approval: await ports.read() }
  } catch (error) {
    return { kind: 'stopped', step: 'read', error }
  }
}

function hasStatus(error: unknown, status: number): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === status
}
