import { NotAcceptableError } from '../../errors.js'

/** The client's preferred format of those available, the first by default. RFC 9110 §12.5.1. */
export function chooseFormat<const Format extends string>(
  accept: string | undefined,
  formats: readonly [Format, ...Format[]],
): Format {
  if (accept === undefined || accept === '*/*' || accept === formats[0]) return formats[0]
  const ranges = accept.split(',').map(parseRange)
  const [best] = formats
    .map(format => ({ format, quality: findQuality(format, ranges) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  if (best) return best.format
  throw new NotAcceptableError(`This list is available as ${formats.join(' or ')}.`)
}

interface Range {
  readonly type: string
  readonly quality: number
}

function parseRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { type, quality: Number(quality) || 0 }
}

/** The quality of the most specific range that matches. */
function findQuality(format: string, ranges: readonly Range[]): number {
  for (const type of [format, format.replace(/\/.*/, '/*'), '*/*']) {
    const range = ranges.find(candidate => candidate.type === type)
    if (range) return range.quality
  }
  return 0
}
