/** Content of a file; a stream is read only as fast as the client receives it. */
export type FileContent = AsyncIterable<string | Uint8Array> | Uint8Array | string

interface WithHeaders {
  /** Added to the response; names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** The result of an action, which the client shows. */
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

/** Creates the result of an action. */
export interface ResultBuilder {
  /** Shows a message; `invalidated` names the relations that the client reloads. */
  success(
    message?: string,
    options?: { readonly html?: string; readonly invalidated?: Iterable<string> },
  ): ActionResult
  /** Shows an error message. */
  error(message?: string, options?: { readonly html?: string }): ActionResult
  /** Makes the browser of the client send a request to a URL. */
  webhook(
    url: string,
    method?: 'GET' | 'POST',
    headers?: Readonly<Record<string, string>>,
    body?: unknown,
  ): ActionResult
  /** Sends a file. Requires `generateFile: true`, so that clients expect one. */
  file(content: FileContent, name?: string, mimeType?: string): ActionResult
  /** Opens another page of the panel. */
  redirectTo(path: string): ActionResult
  /** Adds a header to the response; call it before the method that creates the result. */
  setHeader(name: string, value: string): ResultBuilder
}
