import { connectToPanel } from './connect.js'
import type { CallWebhook, WebhookResult } from './messages.js'

/** Calls webhooks of actions from a page without the session and the cookies of the panel. */
const send = connectToPanel<CallWebhook, WebhookResult>('call-webhook', call => {
  callWebhook(call).then(send)
})

async function callWebhook(call: CallWebhook): Promise<WebhookResult> {
  const request = createRequest(call)
  if (!request) return { kind: 'webhook-result', outcome: 'invalid' }
  try {
    const { status } = await fetch(request)
    return { kind: 'webhook-result', outcome: 'answered', status }
  } catch {
    const outcome = isSentWithoutAsking(request) ? 'unreadable' : 'refused'
    return { kind: 'webhook-result', outcome }
  }
}

function createRequest({ url, method, headers, body }: CallWebhook): Request | undefined {
  try {
    const hasBody = body !== undefined && !/^(get|head)$/i.test(method)
    const request = new Request(url, {
      method,
      headers: { ...(hasBody && { 'Content-Type': 'application/json' }), ...headers },
      body: hasBody ? JSON.stringify(body) : null,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    return /^https?:/.test(request.url) ? request : undefined
  } catch {
    return undefined
  }
}

/** Whether the browser sends the request before it asks the host for permission (Fetch standard, §2.2). */
function isSentWithoutAsking({ method, headers }: Request): boolean {
  const isSimpleMethod = ['GET', 'HEAD', 'POST'].includes(method)
  return isSimpleMethod && [...headers].every(([name, value]) => isSafelisted(name, value))
}

function isSafelisted(name: string, value: string): boolean {
  if (['accept', 'accept-language', 'content-language'].includes(name)) return true
  return name === 'content-type' && SIMPLE_TYPES.test(value)
}

const SIMPLE_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)(;|$)/i
