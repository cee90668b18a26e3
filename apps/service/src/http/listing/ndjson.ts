/** Returns the next rows as objects; an empty list at the end. */
export type NextItems = () => Promise<readonly object[]>

/**
 * A body with one JSON object per line. Rows are read only as fast as the client takes them, and not after it
 * has disconnected. `fail` receives an error that occurs in between.
 */
export function ndjsonBody(
  first: readonly object[],
  next: NextItems,
  fail: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let ready: readonly object[] | undefined = first
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const items = ready ?? (await next())
        ready = undefined
        if (items.length === 0) controller.close()
        else controller.enqueue(formatLines(items))
      } catch (error) {
        fail(error)
        controller.close()
      }
    },
  })
}

function formatLines(items: readonly object[]): Uint8Array {
  let lines = ''
  for (const item of items) lines += `${JSON.stringify(item)}\n`
  return Buffer.from(lines)
}
