/** The browser moves blobs of this size out of the memory of the page. */
const blobSize = 4 * 1024 * 1024

/** Receives a file of any size piece by piece; `onProgress` is called with the bytes received so far. */
export async function receiveFile(
  response: Response,
  type: string,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  if (!response.body) return new Blob([], { type })
  const blobs: Blob[] = []
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let total = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (value) {
      pieces.push(value)
      size += value.length
      total += value.length
      onProgress(total)
    }
    if (done || size >= blobSize) {
      blobs.push(new Blob(pieces))
      pieces = []
      size = 0
    }
    if (done) return new Blob(blobs, { type })
  }
}
