import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { peersDir } from '../servers/folders.js'

export type PeerName = 'forest' | 'adminjs' | 'directus'

const execute = promisify(execFile)

/** Installs what a peer's lock file names, the first time and whenever the lock file has changed. */
export async function installPeer(
  peer: PeerName,
  progress: (text: string) => void,
): Promise<string> {
  const folder = join(peersDir, peer)
  const lock = changedAt(join(folder, 'package-lock.json'))
  const installed = changedAt(join(folder, 'node_modules', '.package-lock.json'))
  if (installed >= lock) return folder
  progress(`installing ${peer} (first use, may take minutes)`)
  const command = ['ci', '--no-audit', '--no-fund', '--prefix', folder]
  await execute('npm', command, { cwd: folder, shell: process.platform === 'win32' })
  return folder
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
