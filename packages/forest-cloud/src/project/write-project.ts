import { mkdir, open, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError, describeError } from '../errors.js'
import type { ProjectFile } from './project-files.js'

/** Writes the files into a folder that must not exist. On failure, removes only what it created. */
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
    // The folder stays if something else was added to it.
    for (const step of undo.reverse()) await step().catch(() => undefined)
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw folderExists(folder)
    throw new CommandError(`'${folder}' cannot be written: ${describeError(error)}`)
  }
}

/** The error when the folder already exists. */
export function folderExists(folder: string): CommandError {
  return new CommandError(`'${folder}' already exists. Remove it, or run this in another folder.`)
}
