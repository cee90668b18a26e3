/** The whole of a body as text; undefined when it is larger than `limit` bytes. */
export async function readText(
  pieces: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<string | undefined> {
  const read: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.byteLength
    if (size > limit) return undefined
    read.push(piece)
  }
  return Buffer.concat(read, size).toString('utf8')
}
