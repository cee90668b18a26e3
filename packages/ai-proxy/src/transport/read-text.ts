import { readBytes } from '@service/http'

/** Reads a body as text; undefined when it is larger than `limit` bytes. */
export async function readText(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<string | undefined> {
  const bytes = await readBytes(chunks, limit)
  return bytes && Buffer.from(bytes).toString('utf8')
}
