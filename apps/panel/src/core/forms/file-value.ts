/** A file as it travels: `data:<type>[;name=…][;charset=…];base64,<data>`. */
export interface FileValue {
  readonly mimeType: string
  /** Absent when the sender did not name it, as for the bytes of a column. */
  readonly name?: string
  readonly charset?: string
  readonly base64: string
}

/** What comes before the data is short: more is not looked at. */
const longestHeader = 1_000

/**
 * Reads a file from its data URI; undefined when the text is none.
 *
 * @example
 * readFileValue('data:text/plain;name=a.txt;base64,aGk=')?.name // 'a.txt'
 */
export function readFileValue(value: unknown): FileValue | undefined {
  if (typeof value !== 'string' || !value.startsWith('data:')) return undefined
  const comma = value.slice(0, longestHeader).indexOf(',')
  const [type = '', ...parts] = comma < 0 ? [] : value.slice('data:'.length, comma).split(';')
  if (parts.at(-1) !== 'base64') return undefined
  const name = readPart(parts, 'name')
  const charset = readPart(parts, 'charset')
  return {
    mimeType: type === '' ? 'application/octet-stream' : type.toLowerCase(),
    ...(name !== undefined && { name }),
    ...(charset !== undefined && { charset }),
    base64: value.slice(comma + 1),
  }
}

function readPart(parts: readonly string[], name: string): string | undefined {
  const text = parts.find(part => part.startsWith(`${name}=`))?.slice(name.length + 1)
  try {
    return text && decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Writes a file as it travels.
 *
 * @example
 * formatFileValue({ mimeType: 'text/plain', name: 'a.txt', base64: 'aGk=' })
 */
export function formatFileValue({ mimeType, name, charset, base64 }: FileValue): string {
  const parts = [
    mimeType,
    ...(name === undefined ? [] : [`name=${encodeURIComponent(name)}`]),
    ...(charset === undefined ? [] : [`charset=${encodeURIComponent(charset)}`]),
    'base64',
  ]
  return `data:${parts.join(';')},${base64}`
}

/**
 * Returns the number of bytes of a file, without reading them.
 *
 * @example
 * measureFile({ mimeType: 'text/plain', base64: 'aGk=' }) // 2
 */
export function measureFile({ base64 }: FileValue): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding)
}

/** How a file can be shown without being run: everything else is only downloaded. */
export type FilePreview = 'image' | 'pdf' | 'text'

const images = /^image\/(?:avif|bmp|gif|jpeg|png|svg\+xml|webp|x-icon|vnd\.microsoft\.icon)$/
const texts = /^(?:text\/(?:plain|csv|markdown|tab-separated-values)|application\/json)$/

/**
 * Returns how a type of file is previewed; undefined when it is only downloaded.
 *
 * @example
 * choosePreview('text/html') // undefined
 */
export function choosePreview(mimeType: string): FilePreview | undefined {
  if (images.test(mimeType)) return 'image'
  if (mimeType === 'application/pdf') return 'pdf'
  return texts.test(mimeType) ? 'text' : undefined
}

/** What a form accepts. */
export interface FileLimits {
  /** Endings such as `pdf`, in lower case; empty when all are accepted. */
  readonly extensions: readonly string[]
  /** In bytes. */
  readonly size: number
  readonly count: number
}

export type FileProblem =
  | { readonly kind: 'extension'; readonly name: string; readonly allowed: readonly string[] }
  | { readonly kind: 'size'; readonly name: string; readonly limit: number }
  | { readonly kind: 'count'; readonly limit: number }

/** A page holds files in its memory while they are edited. */
const largestFile = 50_000_000

/**
 * Reads the limits of a file picker from its parameters.
 *
 * @example
 * readFileLimits({ filesExtensions: ['.pdf'], filesSizeLimit: 2 }, false)
 */
export function readFileLimits(
  parameters: Readonly<Record<string, unknown>>,
  isList: boolean,
): FileLimits {
  const { filesExtensions, filesSizeLimit, filesCountLimit } = parameters
  const extensions = Array.isArray(filesExtensions) ? filesExtensions.map(String) : []
  const size = readLimit(filesSizeLimit) * 1_000_000
  return {
    extensions: extensions.map(each => each.replace(/^\*?\./, '').toLowerCase()),
    size: Math.min(size, largestFile),
    count: isList ? readLimit(filesCountLimit) : 1,
  }
}

const readLimit = (value: unknown): number =>
  typeof value === 'number' && value > 0 ? value : Number.POSITIVE_INFINITY

/**
 * Returns why files cannot be added to those that are there.
 *
 * @example
 * checkFiles([{ name: 'a.exe', size: 10 }], 0, limits)
 */
export function checkFiles(
  files: readonly { readonly name: string; readonly size: number }[],
  present: number,
  { extensions, size, count }: FileLimits,
): readonly FileProblem[] {
  const problems = files.flatMap(({ name, size: length }): FileProblem[] => {
    const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    if (extensions.length > 0 && !extensions.includes(extension)) {
      return [{ kind: 'extension', name, allowed: extensions }]
    }
    return length > size ? [{ kind: 'size', name, limit: size }] : []
  })
  return present + files.length > count ? [...problems, { kind: 'count', limit: count }] : problems
}
