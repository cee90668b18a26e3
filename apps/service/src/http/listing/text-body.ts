/** Returns the next part of a text; an empty one at the end. */
type NextText = () => Promise<string>

/** Receives an error that occurs while a body is sent. */
export type Fail = (error: unknown) => void

/**
 * A body that is read in parts: only as fast as the client takes them, and not after it has disconnected.
 */
export function textBody(first: string, next: NextText, fail: Fail): ReadableStream<Uint8Array> {
  let ready: string | undefined = first
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const text = ready ?? (await next())
        ready = undefined
        if (text === '') controller.close()
        else controller.enqueue(Buffer.from(text))
      } catch (error) {
        fail(error)
        controller.close()
      }
    },
  })
}
