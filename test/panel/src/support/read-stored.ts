import type { Page } from 'playwright-core'

/** Everything that the browser keeps for the site of a page, as text. */
export async function readStored(page: Page): Promise<string> {
  const readable = await page.evaluate(readFromPage)
  const context = page.context()
  const client = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  // Scripts can read neither each kind of storage nor each cookie; the debugger can.
  const { usageBreakdown } = await client.send('Storage.getUsageAndQuota', { origin })
  const { entries } = await client.send('DOMStorage.getDOMStorageItems', {
    storageId: { securityOrigin: origin, isLocalStorage: true },
  })
  await client.detach()
  const used = usageBreakdown.filter(({ usage }) => usage > 0).map(({ storageType }) => storageType)
  return JSON.stringify({ ...readable, entries, used, allCookies: await context.cookies() })
}

/** Puts a text into every storage that a page has: what `readStored` must find. */
export const plant = (page: Page, text: string): Promise<void> =>
  page.evaluate(async marker => {
    localStorage.setItem('planted', `local ${marker}`)
    sessionStorage.setItem('planted', `session ${marker}`)
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser.
    document.cookie = `planted=cookie-${marker}`
    await (await caches.open('planted')).put('/planted', new Response(`cache ${marker}`))
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('planted')
      opening.onerror = () => reject(opening.error)
      opening.onupgradeneeded = () => opening.result.createObjectStore('store')
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('store', 'readwrite')
        transaction.objectStore('store').put({ deep: `database ${marker}` }, 'key')
        transaction.oncomplete = () => resolve()
      }
    })
  }, text)

/** Runs in the page. */
async function readFromPage() {
  const readAll = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const databases: unknown[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await readAll(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store)
      const [keys, values] = [objects.getAllKeys(), objects.getAll()]
      databases.push([name, store, await readAll(keys), await readAll(values)])
    }
    database.close()
  }
  const cached: string[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      cached.push(`${name} ${request.url} ${await (await cache.match(request))?.text()}`)
    }
  }
  return {
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    databases,
    cached,
    title: document.title,
    history: history.state,
  }
}
