import { createServer } from 'node:http'

// The limit: node:http and the driver, one hand-written statement per route, the bodies of an
// agent. No authentication, no validation, fixed shapes: what can be reached, not a product.
const { handle } = await (process.env.VARIANT === 'mongo'
  ? import('./documents.js')
  : import('./records.js'))

const server = createServer((request, response) => {
  handle(request, response).catch(error => {
    console.error(error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1')
