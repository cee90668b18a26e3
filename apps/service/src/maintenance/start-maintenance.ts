import { finishApprovals, type MaintenanceDeps, maintain } from './maintain.js'

const DAY = 86_400_000

/** Approvals need a shorter interval than the daily maintenance. */
const QUARTER = 15 * 60_000

/** Starts periodic maintenance, on one instance at a time. `stop` waits for what is running. */
export function startMaintenance(deps: MaintenanceDeps): { stop(): Promise<void> } {
  const loops = [
    repeatEvery(DAY, signal => maintain(deps, { signal })),
    repeatEvery(QUARTER, signal => finishApprovals(deps, signal)),
  ]
  return {
    async stop() {
      await Promise.all(loops.map(loop => loop.stop()))
    },
  }
}

/** Starts within two minutes, then repeats at about this interval. */
function repeatEvery(every: number, work: (signal: AbortSignal) => Promise<void>) {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const schedule = (delay: number) => {
    timer = setTimeout(() => {
      running = work(stopping.signal).then(() => {
        if (!stopping.signal.aborted) schedule(every * (0.95 + Math.random() / 10))
      })
    }, delay).unref()
  }
  schedule(60_000 * (0.5 + Math.random()))
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
