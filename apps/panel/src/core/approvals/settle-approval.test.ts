import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Approval, listChoices } from './approval.js'
import {
  type ApprovalDecision,
  type ApprovalPorts,
  approveAndRun,
  type RunAnswer,
  settleWithoutRun,
} from './settle-approval.js'

const ana = 1
const ben = 2
const conflict = { status: 409, code: 'wrong_state' }
const noResponse = { status: 0, code: 'unreachable' }

/** When a request fails: before the server has seen it, or after it has done what was asked. */
type Fault = 'before' | 'after' | undefined

/** The service and the agent as they behave together. */
function createWorld(status: Approval['status'] = 'pending') {
  let approval = { id: 7, status, decidedBy: null } as unknown as Approval
  let runs = 0
  const set = (change: Partial<Approval>) => {
    approval = { ...approval, ...change }
    return approval
  }
  const person = (id: number) => ({ id, username: `person ${id}`, email: `${id}@example.com` })
  const results = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } as const

  async function meet<T>(fault: Fault, effect: () => T): Promise<T> {
    if (fault === 'before') throw noResponse
    const result = effect()
    if (fault === 'after') throw noResponse
    return result
  }

  /** What a browser of somebody asks; `nextFault` says how each request ends. */
  const connect = (
    personId: number,
    nextFault: () => Fault = () => undefined,
    fails = false,
  ): ApprovalPorts<RunAnswer> => ({
    read: () => meet(nextFault(), () => approval),
    decide: (decision: ApprovalDecision) =>
      meet(nextFault(), () => {
        if (approval.status !== 'pending') throw conflict
        return set({ status: results[decision], decidedBy: person(personId) })
      }),
    sign: () =>
      meet(nextFault(), () => {
        if (approval.status !== 'approved') throw conflict
        return 'signed'
      }),
    run: () =>
      meet(nextFault(), (): RunAnswer => {
        if (approval.status !== 'approved') return { isRefused: true, code: 'approval_used' }
        runs++
        set({ status: fails ? 'failed' : 'executed' })
        return { isRefused: fails }
      }),
  })
  return { connect, set, getRuns: () => runs, getApproval: () => approval }
}

describe('approving and running in one step', () => {
  it('approves, signs and runs, and says how far it is', async () => {
    const world = createWorld()
    const steps: string[] = []
    const ports = world.connect(ana)
    const known = world.getApproval()
    const onStep = (step: string) => steps.push(step)
    expect(await approveAndRun({ ports, personId: ana, known, onStep })).toMatchObject({
      kind: 'ran',
      answer: { isRefused: false },
    })
    expect([world.getRuns(), steps]).toEqual([1, ['approve', 'sign', 'run']])
  })

  it('runs what somebody else approved and could not run', async () => {
    const world = createWorld('approved')
    const known = world.getApproval()
    await approveAndRun({ ports: world.connect(ben), personId: ben, known })
    expect(world.getRuns()).toBe(1)
  })

  it.each(['rejected', 'expired', 'cancelled', 'claimed', 'executed', 'failed'] as const)(
    'runs nothing that is %s by now, and says what it is',
    async status => {
      const world = createWorld()
      const known = world.getApproval()
      world.set({ status, decidedBy: { id: ben, username: 'Ben', email: 'ben@example.com' } })
      expect(await approveAndRun({ ports: world.connect(ana), personId: ana, known })).toEqual({
        kind: 'overtaken',
        approval: world.getApproval(),
      })
      expect(world.getRuns()).toBe(0)
    },
  )

  it('leaves to somebody else what they approved at the same moment', async () => {
    const world = createWorld()
    const known = world.getApproval()
    const both = await Promise.all(
      [ana, ben].map(id => approveAndRun({ ports: world.connect(id), personId: id, known })),
    )
    expect(both.map(({ kind }) => kind).sort()).toEqual(['overtaken', 'ran'])
    expect(world.getRuns()).toBe(1)
  })

  it('finds its own decision again when the response was lost', async () => {
    const world = createWorld()
    const faults: Fault[] = ['after']
    const ports = world.connect(ana, () => faults.shift())
    const known = world.getApproval()
    const first = await approveAndRun({ ports, personId: ana, known })
    expect(first).toMatchObject({ kind: 'stopped', step: 'approve', error: noResponse })
    expect(await approveAndRun({ ports, personId: ana })).toMatchObject({ kind: 'ran' })
    expect(world.getRuns()).toBe(1)
  })

  it.each([
    ['sign', [undefined, 'before'], 0],
    ['run', [undefined, undefined, 'before'], 0],
  ] as const)('can be tried again when it stopped at %s', async (step, given, runs) => {
    const world = createWorld()
    const faults: Fault[] = [...given]
    const ports = world.connect(ana, () => faults.shift())
    const known = world.getApproval()
    const stopped = await approveAndRun({ ports, personId: ana, known })
    expect(stopped).toMatchObject({ kind: 'stopped', step, approval: { status: 'approved' } })
    expect(world.getRuns()).toBe(runs)
    const again = { ports, personId: ana, known: stopped.approval }
    expect(await approveAndRun(again)).toMatchObject({ kind: 'ran' })
    expect(world.getRuns()).toBe(1)
  })

  it('does not run again when only the response of the run was lost', async () => {
    const world = createWorld()
    const faults: Fault[] = [undefined, undefined, 'after']
    const ports = world.connect(ana, () => faults.shift())
    const known = world.getApproval()
    expect(await approveAndRun({ ports, personId: ana, known })).toMatchObject({
      kind: 'overtaken',
      approval: { status: 'executed' },
    })
    expect(await approveAndRun({ ports, personId: ana })).toMatchObject({ kind: 'overtaken' })
    expect(world.getRuns()).toBe(1)
  })

  it('is over when the action itself failed', async () => {
    const world = createWorld()
    const ports = world.connect(ana, undefined, true)
    const known = world.getApproval()
    expect(await approveAndRun({ ports, personId: ana, known })).toMatchObject({
      kind: 'ran',
      answer: { isRefused: true },
      approval: { status: 'failed' },
    })
  })

  it('keeps the approval when the agent refuses the person, or the values', async () => {
    const world = createWorld()
    const refusal = { isRefused: true, code: 'ApprovalNotAllowedError' }
    const ports = { ...world.connect(ana), run: async () => refusal }
    const known = world.getApproval()
    expect(await approveAndRun({ ports, personId: ana, known })).toMatchObject({
      kind: 'stopped',
      step: 'run',
      answer: refusal,
      approval: { status: 'approved' },
    })
  })

  it('has a request signed again that was too old when it arrived, once', async () => {
    const world = createWorld('approved')
    let signed = 0
    const ports = {
      ...world.connect(ana),
      sign: async () => `signed ${++signed}`,
      run: async (): Promise<RunAnswer> => ({ isRefused: true, code: 'approval_expired' }),
    }
    const known = world.getApproval()
    const stopped = await approveAndRun({ ports, personId: ana, known })
    expect([stopped.kind, signed]).toEqual(['stopped', 2])
  })

  it('runs once, whatever fails, whoever tries and however often', async () => {
    const fault = fc.constantFrom<Fault[]>('before', 'after', undefined, undefined)
    const turns = fc.array(fc.constantFrom(ana, ben), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(turns, fc.array(fault, { maxLength: 30 }), async (people, faults) => {
        const world = createWorld()
        const left = [...faults]
        const known = world.getApproval()
        await Promise.all(
          people.map(id =>
            approveAndRun({ ports: world.connect(id, () => left.shift()), personId: id, known }),
          ),
        )
        expect(world.getRuns()).toBeLessThanOrEqual(1)
        // Everything works again: whoever comes by ends it.
        const now = world.getApproval()
        await approveAndRun({ ports: world.connect(ben), personId: ben, known: now })
        expect(world.getRuns()).toBe(1)
        expect(world.getApproval().status).toBe('executed')
      }),
    )
  })
})

describe('rejecting', () => {
  it('runs nothing, and is found again when its response was lost', async () => {
    const world = createWorld()
    const faults: Fault[] = ['after']
    const ports = world.connect(ana, () => faults.shift())
    const known = world.getApproval()
    const options = { ports, personId: ana }
    expect(await settleWithoutRun('reject', { ...options, known })).toMatchObject({
      kind: 'stopped',
      step: 'reject',
    })
    expect(await settleWithoutRun('reject', options)).toMatchObject({ kind: 'decided' })
    expect(await settleWithoutRun('reject', { ...options, personId: ben })).toMatchObject({
      kind: 'overtaken',
      approval: { status: 'rejected', decidedBy: { id: ana } },
    })
    expect(world.getRuns()).toBe(0)
  })
})

describe('listChoices', () => {
  const pending = { status: 'pending', requester: { id: ana }, mayDecide: false, mayRun: false }

  it('offers to take back only open requests, to whoever asked and to administrators', () => {
    const can = (change: object, id: number, isAdmin = false) =>
      listChoices({ ...pending, ...change } as Approval, { id, isAdmin }).canCancel
    expect([can({}, ana), can({}, ben), can({}, ben, true)]).toEqual([true, false, true])
    expect(can({ mayDecide: true }, ben, true)).toBe(false)
    expect(can({ status: 'approved' }, ana)).toBe(false)
  })
})
