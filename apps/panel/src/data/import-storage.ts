import { readStoredImport, type StoredImport } from '../core/import/stored-import.js'
import { readPersonId } from './person.js'

/** Keeps how far an import has come on this machine, for its person, until they sign out. */
export interface ImportStorage {
  read(): StoredImport | undefined
  write(stored: StoredImport): void
  clear(): void
}

export function openImportStorage(renderingId: number, collection: string): ImportStorage {
  // The entries of a person have this prefix: they go when the person signs out.
  const name = `panel ${readPersonId()} ${JSON.stringify(['import', renderingId, collection])}`
  return {
    read: () => attempt(() => readStoredImport(localStorage.getItem(name))),
    write: stored => attempt(() => localStorage.setItem(name, JSON.stringify(stored))),
    clear: () => attempt(() => localStorage.removeItem(name)),
  }
}

/** Without a storage, an import cannot go on after a reload. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
