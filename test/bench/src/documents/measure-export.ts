import { ask } from '../driver/ask.js'
import { median } from '../driver/median.js'
import { residentMb } from '../driver/memory.js'
import type { Target } from '../targets/target.js'

const SAMPLE_EVERY = 250

/** Resident memory at the end of an export over that at its beginning: 1 is flat. */
export async function measureExport({
  requests,
  server,
  headers,
}: Target): Promise<number | undefined> {
  const wanted = requests.docsCsv1m?.(0) ?? { path: '' }
  // The heap finds its size first.
  await ask(server.base, wanted, headers, false)
  const samples: (number | undefined)[] = []
  const timer = setInterval(() => samples.push(residentMb(server.pid, 'now')), SAMPLE_EVERY)
  await ask(server.base, wanted, headers, false)
  clearInterval(timer)
  const third = Math.ceil(samples.length / 3)
  const before = median(samples.slice(0, third))
  const after = median(samples.slice(-third))
  return before === undefined || after === undefined ? undefined : after / before
}
