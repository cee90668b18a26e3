/** Follows the changes of one request, also those that code makes on the way. */
export interface WriteWatch {
  /** Called before each change; a rejection stops it. */
  begin(): Promise<void>
  /** Something was changed, or code was started that may have changed anything. */
  changed(): void
}

/** Makes a change that answers what it changed; undefined, nothing and 0 are no change. */
export async function watched<T>(
  { watch }: { readonly watch?: WriteWatch },
  change: () => Promise<T>,
): Promise<T> {
  if (!watch) return change()
  await watch.begin()
  const changed = await change()
  const isChanged = Array.isArray(changed) ? changed.length > 0 : Boolean(changed)
  if (isChanged) watch.changed()
  return changed
}
