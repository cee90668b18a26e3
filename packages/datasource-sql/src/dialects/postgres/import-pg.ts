import { importDriver } from '../../import-driver.js'

/**
 * Imports the driver. It looks at `navigator` to find out whether it runs on Cloudflare, and without
 * one, as in Node 20, it loads all of `fetch` for that: a seventh of the time an agent takes to start.
 */
export async function importPg() {
  const isMissing = !('navigator' in globalThis)
  if (isMissing) {
    const value = { userAgent: `Node.js/${process.versions.node.split('.')[0]}` }
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value })
  }
  try {
    return (await importDriver('pg', () => import('pg'))).default
  } finally {
    if (isMissing) Reflect.deleteProperty(globalThis, 'navigator')
  }
}
