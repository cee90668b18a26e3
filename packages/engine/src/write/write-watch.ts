/** Follows the changes of one request, including those of customer code. */
export interface WriteWatch {
  /** Called before each change; a rejection prevents it. */
  begin(): Promise<void>
  /** Called after a change, or after code started that may have changed anything. */
  changed(): void
}

/** Runs a write that returns what it changed; undefined, an empty list and 0 count as no change. */
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
