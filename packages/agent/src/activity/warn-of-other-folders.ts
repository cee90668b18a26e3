import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from '@service/base'

const longMs = 3_600_000

/**
 * The folder of an outbox depends on the environment secret. After the secret is rotated, entries under
 * the previous one would never be sent: only an operator knows that both are of the same environment.
 */
export async function warnOfOtherFolders(folder: string, logger: Logger): Promise<void> {
  const parent = dirname(folder)
  for (const name of await readdir(parent)) {
    const other = join(parent, name)
    const files = other === folder ? [] : await waitingIn(other)
    if (files.length === 0) continue
    logger(
      'Warn',
      `Unsent activity log entries of another environment secret are in '${other}'. If it was the previous secret of this environment, move its files that end in '.reads' and '.writes' to '${folder}'`,
    )
  }
}

/** Files that no agent has touched for so long that none will send them. */
async function waitingIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  const waiting: string[] = []
  for (const name of names.filter(each => /\.(reads|writes)$/.test(each))) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > longMs) waiting.push(name)
  }
  return waiting
}
