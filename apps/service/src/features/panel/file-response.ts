import { chooseEncoding, matchesEtag } from '@service/http'
import type { RequestInfo } from '../../http/request-info.js'
import type { SiteFile } from './read-site.js'

const YEAR = 31_536_000

/** A file of the panel as a response: compressed when the client accepts it, 304 when the client has it. */
export function fileResponse(file: SiteFile, request: RequestInfo): Response {
  const wanted = chooseEncoding(request.header('accept-encoding') ?? '')
  const encoding = wanted && file.encoded[wanted] ? wanted : undefined
  const body = (encoding && file.encoded[encoding]) ?? file.content
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`
  const headers: Record<string, string> = {
    'Cache-Control': file.isImmutable ? `public, max-age=${YEAR}, immutable` : 'public, no-cache',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ETag: etag,
    Vary: 'Accept-Encoding',
  }
  if (matchesEtag(request.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  headers['Content-Type'] = file.contentType
  headers['Content-Length'] = String(body.byteLength)
  if (encoding) headers['Content-Encoding'] = encoding
  return new Response(body as Uint8Array<ArrayBuffer>, { headers })
}
