import { useLayoutEffect, useRef } from 'react'
import { panelRoot } from '../core/places/address.js'
import type { CallWebhook, SandboxReady, WebhookResult } from '../sandbox/messages.js'

export type WebhookAnswer = WebhookResult

interface WebhookFrameProps {
  readonly call: Omit<CallWebhook, 'kind'>
  readonly onResult: (result: WebhookResult) => void
}

/** Calls a webhook, once, from a page without the session and the cookies of the panel. */
export function WebhookFrame({ call, onResult }: WebhookFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isSent = useRef(false)
  useLayoutEffect(() => {
    function receive({ source, data }: MessageEvent<WebhookResult | SandboxReady | null>) {
      const page = frame.current?.contentWindow
      if (!page || source !== page) return
      if (data?.kind === 'webhook-result') onResult(data)
      if (data?.kind !== 'ready' || isSent.current) return
      isSent.current = true
      const { url, method, headers, body } = call
      const message: CallWebhook = { kind: 'call-webhook', url, method, headers, body }
      // The frame has an opaque origin, which a target origin cannot name.
      page.postMessage(message, '*')
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [call, onResult])
  return (
    <iframe
      ref={frame}
      hidden
      title={call.url}
      src={`${panelRoot}/sandbox/webhook.html`}
      sandbox="allow-scripts"
    />
  )
}
