/** What a file is made of; a stream is read only as fast as the client takes it. */
export type FileContent = AsyncIterable<string | Uint8Array> | Uint8Array | string

interface WithHeaders {
  /** Added to the response; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** How an action ended, for the client to show. */
export type ActionResult = WithHeaders &
  (
    | {
        readonly kind: 'success'
        readonly message: string
        readonly html?: string
        readonly invalidated: readonly string[]
      }
    | { readonly kind: 'error'; readonly message: string; readonly html?: string }
    | {
        readonly kind: 'webhook'
        readonly url: string
        readonly method: 'GET' | 'POST'
        readonly headersToSend: Readonly<Record<string, string>>
        readonly body: unknown
      }
    | {
        readonly kind: 'file'
        readonly content: FileContent
        readonly name: string
        readonly mimeType: string
      }
    | { readonly kind: 'redirect'; readonly path: string }
  )

/** Makes the result of an action. */
export interface ResultBuilder {
  /** Shows a message; `invalidated` names what the client shall read again. */
  success(
    message?: string,
    options?: { readonly html?: string; readonly invalidated?: Iterable<string> },
  ): ActionResult
  /** Shows a failure. */
  error(message?: string, options?: { readonly html?: string }): ActionResult
  /** Makes the client's browser call an address. */
  webhook(
    url: string,
    method?: 'GET' | 'POST',
    headers?: Readonly<Record<string, string>>,
    body?: unknown,
  ): ActionResult
  /** Sends a file. The action needs `generateFile: true`, so that clients expect one. */
  file(content: FileContent, name?: string, mimeType?: string): ActionResult
  /** Leads the client to another page of the back office. */
  redirectTo(path: string): ActionResult
  /** Adds a header to the response; call it before the method that makes the result. */
  setHeader(name: string, value: string): ResultBuilder
}
