import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { browserTimezone } from './data/browser-timezone.js'
import { signedInPath } from './data/first-requests.js'
import { keepCached } from './data/local-cache.js'
import { createQueryClient } from './data/query-client.js'
import { startRecovery } from './data/recover.js'
import { askForFirstRows } from './features/list/ask-for-first-rows.js'
import { prefetchOpenedLists } from './features/list/prefetch-list.js'
import { router } from './routes.js'
import { createCodeRecovery } from './shell/recover-code.js'
import { SignedIn } from './shell/signed-in.js'
import { loadMoreTexts, loadTexts } from './texts/catalogue.js'
import { LocalTexts } from './texts/local-texts.js'
import { setCodeRecovery, setPartNeeds } from './ui/lazy-part.js'
import { TooltipLayer } from './ui/tooltip-layer.js'
import './ui/styles.css'

setCodeRecovery(() => createCodeRecovery(import.meta.url))
setPartNeeds(loadMoreTexts)
const element = document.getElementById('panel')
if (element) void draw(element)

async function draw(parent: HTMLElement) {
  const locale = document.documentElement.lang
  // English is there anyway.
  const texts = loadTexts(locale).catch(() => {})
  const screen = window.location.pathname === signedInPath ? <SignedIn /> : await openPanel()
  await texts
  createRoot(parent).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <LocalTexts locale={locale} timeZone={browserTimezone}>
          {screen}
        </LocalTexts>
      </CSPProvider>
    </StrictMode>,
  )
}

async function openPanel() {
  const client = createQueryClient()
  keepCached(client)
  startRecovery(client)
  await askForFirstRows(client)
  // Before any screen listens: what they draw takes longer than it takes to ask.
  prefetchOpenedLists(client, router.history)
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <TooltipLayer />
    </QueryClientProvider>
  )
}
