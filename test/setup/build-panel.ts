import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findChromium, isLongRun } from '../support/src/index.js'

/** Builds the panel, for those who can open it. */
export default async function buildPanel(): Promise<() => Promise<void>> {
  const options = isLongRun ? [] : ['--quick']
  if (findChromium()) {
    await promisify(execFile)(process.execPath, ['scripts/build-panel.mjs', ...options])
  }
  return async () => {}
}
