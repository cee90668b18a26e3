import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { browserTimezone } from './data/browser-timezone.js'
import { keepCached } from './data/local-cache.js'
import { createQueryClient } from './data/query-client.js'
import { startRecovery } from './data/recover.js'
import { signedInPath } from './data/sign-in-again.js'
import { startBoot } from './data/use-boot.js'
import { router } from './routes.js'
import { createCodeRecovery } from './shell/recover-code.js'
import { SignedIn } from './shell/signed-in.js'
import { messages } from './texts/messages.js'
import { setCodeRecovery } from './ui/lazy-part.js'
import { TooltipLayer } from './ui/tooltip-layer.js'
import './ui/styles.css'

setCodeRecovery(() => createCodeRecovery(import.meta.url))
const element = document.getElementById('panel')
if (element) {
  createRoot(element).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <IntlProvider locale="en" messages={messages} timeZone={browserTimezone}>
          {window.location.pathname === signedInPath ? <SignedIn /> : openPanel()}
        </IntlProvider>
      </CSPProvider>
    </StrictMode>,
  )
}

function openPanel() {
  const client = createQueryClient()
  keepCached(client)
  startBoot(client)
  startRecovery(client)
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <TooltipLayer />
    </QueryClientProvider>
  )
}
