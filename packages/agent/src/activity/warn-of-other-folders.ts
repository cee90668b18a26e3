import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from '@service/base'

const longMs = 3_600_000

/**
 * Entries wait in a folder that belongs to the environment's secret. After the secret was rotated,
 * those of the former one would wait for ever: only a person knows that it was the same environment.
 */
export async function warnOfOtherFolders(folder: string, logger: Logger): Promise<void> {
  const parent = dirname(folder)
  for (const name of await readdir(parent)) {
    const other = join(parent, name)
    const files = other === folder ? [] : await waitingIn(other)
    if (files.length === 0) continue
    logger(
      'Warn',
      `Entries of the activity log of another environment secret wait in '${other}'. If it was the former secret of this environment, move its files that end in '.reads' and '.writes' to '${folder}'`,
    )
  }
}

/** Files that no agent has touched for so long that none takes care of them. */
async function waitingIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  const waiting: string[] = []
  for (const name of names.filter(each => /\.(reads|writes)$/.test(each))) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > longMs) waiting.push(name)
  }
  return waiting
}
