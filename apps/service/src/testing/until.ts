import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something is true; the time limit of the test ends the waiting otherwise. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(20)
}
