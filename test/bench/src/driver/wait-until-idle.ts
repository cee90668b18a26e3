import { setTimeout as sleep } from 'node:timers/promises'

const CALM_POLLS = 3
const MAX_POLLS = 600
const EVERY_MS = 100

/** Waits until nothing was active several times in a row, a minute at most. */
export async function waitUntilIdle(countActive: () => Promise<number>): Promise<void> {
  let calm = 0
  for (let poll = 0; calm < CALM_POLLS && poll < MAX_POLLS; poll++) {
    calm = (await countActive()) === 0 ? calm + 1 : 0
    await sleep(EVERY_MS)
  }
}
