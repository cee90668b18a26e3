import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Bytes that must be free: a run holds up to a quarter of it in files. */
const NEEDED = 8 * 1024 ** 3

/**
 * Keeps the temporary files of a run in memory when there is room: creating a database, which tests do a thousand times,
 * means hundreds of files. `TMPDIR` names another place.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return
  const folder = mkdtempSync(join(MEMORY, 'service-tests-'))
  // Database servers run as another user.
  chmodSync(folder, 0o755)
  removeWithUs(folder)
  process.env.TMPDIR = folder
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= NEEDED && freemem() >= NEEDED
}

/** A shell of its own waits until the pipe from us ends, also when we are killed, and servers have ended, too. */
function removeWithUs(folder: string): void {
  const script = 'read -r _; rm -rf "$1" 2>/dev/null || { sleep 5; rm -rf "$1"; }'
  spawn('sh', ['-c', script, 'guard', folder], {
    // Ctrl-C in a terminal reaches us, and not the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  }).unref()
}
