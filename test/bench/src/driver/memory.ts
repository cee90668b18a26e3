import { readFileSync, writeFileSync } from 'node:fs'
import { hasProcFiles } from './processor.js'

const KEYS = { now: 'VmRSS', peak: 'VmHWM' }

/** Resident memory in MB, now or at its peak; undefined where /proc is not. */
export function residentMb(pid: number, which: keyof typeof KEYS): number | undefined {
  if (!hasProcFiles) return undefined
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = new RegExp(`${KEYS[which]}:\\s+(\\d+)`).exec(text)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

/** Lets the peak start again from now. */
export function resetPeak(pid: number): void {
  if (hasProcFiles) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
