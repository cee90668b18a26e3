import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

const SETTLED_MS = 100

export interface FileWatch {
  /** Watches these files, too. */
  add(files: Iterable<string>): void
  close(): void
}

/** Calls `onChange` after files were changed. Their folders are watched, since editors replace files. */
export function watchFiles(onChange: () => void): FileWatch {
  const folders = new Map<string, { readonly watcher: FSWatcher; readonly names: Set<string> }>()
  let timer: NodeJS.Timeout | undefined
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, SETTLED_MS)
  }
  const open = (folder: string) => {
    const names = new Set<string>()
    const watcher = watch(folder, (_event, name) => {
      if (name === null || names.has(name)) changed()
    })
    // A folder that was removed is not watched any more.
    watcher.on('error', () => {})
    folders.set(folder, { watcher, names })
    return names
  }
  return {
    add(files) {
      for (const file of files) {
        const folder = dirname(file)
        const names = folders.get(folder)?.names ?? open(folder)
        names.add(basename(file))
      }
    },
    close() {
      clearTimeout(timer)
      for (const { watcher } of folders.values()) watcher.close()
    },
  }
}
