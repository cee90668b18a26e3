import autocannon from 'autocannon'
import { median } from '../driver/median.js'
import { residentMb } from '../driver/memory.js'
import type { Target } from '../targets/target.js'
import { notesPath } from './access.js'

const CONNECTIONS = 16
const SAMPLE_EVERY = 250

/** Resident memory at the end of a load over that at its beginning: 1 is flat. */
export async function measureMemory(target: Target, seconds: number): Promise<number | undefined> {
  const load = () =>
    autocannon({
      url: target.server.base,
      connections: CONNECTIONS,
      requests: [{ method: 'GET', path: `${notesPath}?limit=100`, headers: { ...target.headers } }],
      duration: seconds,
    })
  // The heap finds its size first.
  await load()
  const samples: (number | undefined)[] = []
  const timer = setInterval(() => samples.push(residentMb(target.server.pid, 'now')), SAMPLE_EVERY)
  await load()
  await load()
  clearInterval(timer)
  const third = Math.ceil(samples.length / 3)
  const before = median(samples.slice(0, third))
  const after = median(samples.slice(-third))
  return before === undefined || after === undefined ? undefined : after / before
}
