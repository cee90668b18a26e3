/**
 * Reads chunks to their end; returns undefined, and stops reading, beyond `limit` bytes.
 *
 * @example
 * const bytes = await readBytes(response.body ?? [], 1024 * 1024)
 */
export async function readBytes(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const read: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > limit) return undefined
    read.push(chunk)
  }
  return read.length === 1 ? read[0]! : Buffer.concat(read, size)
}

/**
 * Reads the body of a request; returns undefined when its length, declared or actual, is more than
 * `limit` bytes.
 *
 * @example
 * const bytes = await readRequestBytes(new Request('http://localhost/', { method: 'POST', body: '{}' }), 100)
 */
export async function readRequestBytes(
  request: Request,
  limit: number,
): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length')) > limit) return undefined
  return readBytes(request.body ?? [], limit)
}
