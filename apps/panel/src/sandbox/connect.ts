import type { SandboxReady } from './messages.js'

/** Sends messages to the panel and receives its own: only the parent, and only from the site of this page. */
export function connectToPanel<In extends { readonly kind: string }, Out>(
  kind: In['kind'],
  receive: (message: In) => void,
): (message: Out) => void {
  const { parent, location } = window
  // The page itself has an opaque origin, which a target origin cannot name.
  const send = (message: Out | SandboxReady) => parent.postMessage(message, location.origin)
  window.addEventListener('message', event => {
    const isFromPanel = event.source === parent && event.origin === location.origin
    if (isFromPanel && event.data?.kind === kind) receive(event.data)
  })
  send({ kind: 'ready' })
  return send
}
