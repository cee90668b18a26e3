/** The content encodings that responses can have. */
export type Encoding = 'br' | 'gzip'

/** Brotli first: for the same time its result is a third smaller. */
const encodings: readonly Encoding[] = ['br', 'gzip']

/**
 * The encoding that a client prefers, by its `Accept-Encoding` header (RFC 9110 §12.5.3).
 *
 * @example
 * chooseEncoding('gzip, br;q=0.5') // 'gzip'
 */
export function chooseEncoding(accepted: string): Encoding | undefined {
  const qualities = new Map(accepted.split(',').map(readQuality))
  const readAny = qualities.get('*') ?? 0
  let best: Encoding | undefined
  let bestQuality = 0
  for (const encoding of encodings) {
    const quality = qualities.get(encoding) ?? readAny
    if (quality <= bestQuality) continue
    best = encoding
    bestQuality = quality
  }
  return best
}

function readQuality(part: string): [encoding: string, quality: number] {
  const [name = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
  const given = parameters.find(parameter => parameter.startsWith('q='))
  return [name === 'x-gzip' ? 'gzip' : name, given === undefined ? 1 : Number(given.slice(2)) || 0]
}
