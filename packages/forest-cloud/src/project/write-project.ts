import { mkdir, open, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError, describeError } from '../errors.js'
import type { ProjectFile } from './project-files.js'

/** Writes the files into a folder that must not be there. When that fails, what was made is removed, and nothing else. */
export async function writeProject(folder: string, files: readonly ProjectFile[]): Promise<void> {
  const undo: (() => Promise<void>)[] = []
  const makeFolder = async (path: string) => {
    await mkdir(path)
    undo.push(() => rmdir(path))
  }
  try {
    await makeFolder(folder)
    const folders = new Set(files.map(({ path }) => dirname(path)).filter(path => path !== '.'))
    for (const path of folders) await makeFolder(join(folder, path))
    for (const { path, text, isSecret } of files) {
      const target = join(folder, path)
      const file = await open(target, 'wx', isSecret ? 0o600 : 0o666)
      undo.push(() => unlink(target))
      try {
        if (isSecret) await file.chmod(0o600)
        await file.writeFile(text)
      } finally {
        await file.close()
      }
    }
  } catch (error) {
    // A folder that somebody else has put something into stays.
    for (const step of undo.reverse()) await step().catch(() => undefined)
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw folderExists(folder)
    throw new CommandError(`'${folder}' cannot be written: ${describeError(error)}`)
  }
}

/** There is something of this name already. */
export function folderExists(folder: string): CommandError {
  return new CommandError(`'${folder}' exists already. Remove it, or run this in another folder.`)
}
