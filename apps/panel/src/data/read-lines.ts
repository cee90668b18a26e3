/**
 * The lines of a response as they arrive, without their line feeds.
 *
 * @example
 * const response = await fetch('/service/_batch')
 * for await (const line of readLines(response.body!)) console.log(JSON.parse(line))
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter(line => line !== '')
    }
  } finally {
    await reader.cancel()
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
