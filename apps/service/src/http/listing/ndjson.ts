/** Gives the next rows as objects; an empty list at the end. */
export type NextItems = () => Promise<readonly object[]>

/**
 * A body of one JSON object per line. The next rows are read when the client has taken the ones
 * before, and no more once it has left. `fail` is told of an error on the way.
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
        else controller.enqueue(linesOf(items))
      } catch (error) {
        fail(error)
        controller.close()
      }
    },
  })
}

function linesOf(items: readonly object[]): Uint8Array {
  let lines = ''
  for (const item of items) lines += `${JSON.stringify(item)}\n`
  return Buffer.from(lines)
}
