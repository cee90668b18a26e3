/** The panel → `html.html`: shows this text, in these colours. */
export interface ShowHtml {
  readonly kind: 'show-html'
  readonly html: string
  /** The colours that the panel has at this moment, as CSS colours. */
  readonly colors: {
    readonly text: string
    readonly link: string
    readonly scheme: 'light' | 'dark'
  }
}

/** The panel → `webhook.html`: sends this request. */
export interface CallWebhook {
  readonly kind: 'call-webhook'
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. Absent: no body. */
  readonly body?: unknown
}

/** A sandbox → the panel: messages are read from now on. */
export interface SandboxReady {
  readonly kind: 'ready'
}

/** `html.html` → the panel: the height of what is shown, in pixels. */
export interface HtmlHeight {
  readonly kind: 'height'
  readonly height: number
}

/**
 * `webhook.html` → the panel: how the request ended.
 *
 * - `answered`: with this status.
 * - `unreadable`: it was sent, unless the host is unreachable; the browser does not show the response to this page.
 * - `refused`: the host does not accept it from web pages, or is unreachable; nothing was done.
 * - `invalid`: the browser cannot send such a request.
 */
export type WebhookResult =
  | { readonly kind: 'webhook-result'; readonly outcome: 'answered'; readonly status: number }
  | {
      readonly kind: 'webhook-result'
      readonly outcome: 'unreadable' | 'refused' | 'invalid'
    }
