// The health check of the image: ends with 0 when the service in this container can serve requests, with 1 otherwise.
const TIMEOUT_MS = 4_000

const { SERVICE_HOST: host = '', SERVICE_PORT: port } = process.env
const address = ['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
const url = `http://${address.includes(':') ? `[${address}]` : address}:${port || 3310}/readyz`
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  console.log(`${url}: ${response.status} ${await response.text()}`)
  process.exitCode = response.ok ? 0 : 1
} catch (error) {
  console.log(`${url}: ${error.cause?.message ?? error.message}`)
  process.exitCode = 1
}
