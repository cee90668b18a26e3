/** Yields the lines of a body while they arrive; empty ones are left out. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  // A long line arrives in many chunks: they are joined once, at its end.
  let begun: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const [first = '', ...others] = decoder.decode(value, { stream: !done }).split('\n')
      begun.push(first)
      for (const next of others) {
        const line = begun.join('')
        begun = [next]
        if (line !== '') yield line
      }
      if (!done) continue
      const last = begun.join('')
      if (last !== '') yield last
      return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
