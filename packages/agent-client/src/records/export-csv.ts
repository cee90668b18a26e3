import type { Transport } from '../http/transport.js'
import type { DownloadTarget } from '../platform/platform.js'
import { fieldQuery, rowQuery, type SortedOptions, sortQuery, toPath } from './query.js'

/** Options of an export. */
export interface ExportOptions<P extends string = string> extends SortedOptions<P> {
  /** The columns, in this order. Default: all. */
  readonly fields?: readonly P[]
  /** The cells of the first line. Default: the names of the columns. */
  readonly header?: readonly string[]
  /** The file name of the download. */
  readonly filename?: string
}

/** Writes the records as CSV while they arrive, and ends the stream. */
export async function exportCsv(
  transport: Transport,
  path: readonly string[],
  collection: string,
  target: DownloadTarget,
  { header, filename, ...options }: ExportOptions,
  extra: Readonly<Record<string, string>> = {},
): Promise<void> {
  const titles = header ?? options.fields?.map(toPath)
  await transport.download(path, target, {
    ...options,
    accept: 'text/csv',
    query: {
      ...rowQuery(options),
      ...sortQuery(options),
      ...fieldQuery(collection, options.fields),
      ...(titles && { header: headerText(titles) }),
      ...(filename !== undefined && { filename }),
      ...extra,
    },
  })
}

// A plain list where possible, because not every agent of the protocol family accepts JSON here.
function headerText(titles: readonly string[]): string {
  const isPlain = titles.every(title => !title.includes(',')) && !titles[0]?.startsWith('[')
  return isPlain ? titles.join(',') : JSON.stringify(titles)
}
