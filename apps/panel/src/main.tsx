import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { browserTimezone } from './data/browser-timezone.js'
import { signedInPath } from './data/first-requests.js'
import { startRecovery } from './data/recover.js'
import { prefetchOpenedLists } from './features/list/prefetch-list.js'
import { client, waitForRows } from './first-rows.js'
import { Panel } from './screens.js'
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
  startRecovery(client)
  await waitForRows()
  // Before any screen listens: what they draw takes longer than it takes to ask.
  prefetchOpenedLists(client)
  return (
    <QueryClientProvider client={client}>
      <Panel />
      <TooltipLayer />
    </QueryClientProvider>
  )
}
