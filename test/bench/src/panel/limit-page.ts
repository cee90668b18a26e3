import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ShopAccess } from '../../../../examples/store/dist/start-shop.js'

/** A page that fetches rows and fills a plain table: what a browser needs at least. */
export interface LimitPage {
  readonly url: string
  stop(): Promise<void>
}

const html = `<!doctype html><meta charset="utf-8"><title>Limit</title>
<button name="orders">Orders</button><button name="customers">Customers</button>
<table><tbody></tbody></table><script src="/limit.js"></script>`

const script = `
const body = document.querySelector('tbody')
async function fill(name) {
  const { data } = await (await fetch('/rows/' + name)).json()
  body.replaceChildren(...data.map(({ id, attributes }, index) => {
    const row = document.createElement('tr')
    row.dataset.index = index
    for (const value of [id, ...Object.values(attributes)]) row.insertCell().textContent = value
    return row
  }))
  body.dataset.name = name
}
document.addEventListener('click', event => event.target.name && fill(event.target.name))
fill('orders')
`

const fields: Readonly<Record<string, string>> = {
  orders: 'reference,status,total,currency,ordered_at,shipped_at',
  customers: 'first_name,last_name,email,status,balance,created_at',
}

/** Passes rows on from the agent, so that the page needs no session of its own. */
export async function startLimitPage({ agentUrl, sessionToken }: ShopAccess): Promise<LimitPage> {
  const server = createServer(async ({ url = '' }, response) => {
    if (url === '/') return response.setHeader('content-type', 'text/html').end(html)
    if (url === '/limit.js') {
      return response.setHeader('content-type', 'text/javascript').end(script)
    }
    const name = url.slice('/rows/'.length)
    if (!fields[name]) return response.writeHead(404).end()
    const query = `timezone=UTC&page[size]=100&sort=-id&fields[${name}]=${fields[name]}`
    const rows = await fetch(`${agentUrl}/${name}?${query}`, {
      headers: { authorization: `Bearer ${sessionToken}` },
    })
    return response.setHeader('content-type', 'application/json').end(await rows.text())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
