import { readBytes } from '@service/http'

/** Reads a body as text; undefined when it is larger than `limit` bytes. */
export async function readText(
  pieces: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<string | undefined> {
  const bytes = await readBytes(pieces, limit)
  return bytes && Buffer.from(bytes).toString('utf8')
}
