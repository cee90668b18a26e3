import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { browserTimezone } from './data/browser-timezone.js'
import { createQueryClient } from './data/query-client.js'
import { router } from './routes.js'
import { reloadAfterUpdate } from './shell/reload-after-update.js'
import { messages } from './texts/messages.js'
import './ui/styles.css'

reloadAfterUpdate(import.meta.url)
const element = document.getElementById('panel')
if (element) {
  createRoot(element).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <IntlProvider locale="en" messages={messages} timeZone={browserTimezone}>
          <QueryClientProvider client={createQueryClient()}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </IntlProvider>
      </CSPProvider>
    </StrictMode>,
  )
}
