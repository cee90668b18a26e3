import { html } from '../reference/html.js'
import { pageDocument, pageResponse } from '../sign-in-page/page.js'

/** What is shown while the panel is not built. */
export function missingPage(): Response {
  return pageResponse(
    404,
    pageDocument(
      'The panel is not built',
      html`<h1>The panel is not built</h1>
<p>The service runs, and its API works. To work in the browser, build the panel and start the service again:</p>
<pre><code>npm run build</code></pre>
<p>Or set <code>SERVICE_PANEL_DIR</code> to a folder with a built panel.</p>
<p><a href="/docs">Reference of the API</a></p>`,
    ),
  )
}
