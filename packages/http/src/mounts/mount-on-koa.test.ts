import Koa from 'koa'
import { describeMount, type OpenHost } from '../testing/describe-mount.js'
import { listen } from '../testing/listen.js'
import { mountOnKoa } from './mount-on-koa.js'

const open: OpenHost = options => {
  const app = new Koa()
  app.silent = true // would print the aborted requests
  if (options.parsesBodies) app.use(parseBody)
  if (options.subPath) app.use(cutOff(options.subPath))
  mountOnKoa(app, options.prefix, options.handler, options.serve)
  app.use(context => {
    if (context.path === '/other') context.body = 'host'
  })
  return listen(app.callback())
}

/** Does what Koa body parsers do: the result is on `ctx.request`. */
const parseBody: Koa.Middleware = async (context, next) => {
  const parse = { json: JSON.parse, urlencoded }[context.is('json', 'urlencoded') || 'none']
  if (parse !== undefined) {
    const chunks: Buffer[] = []
    for await (const chunk of context.req) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    Object.assign(context.request, { body: text === '' ? {} : parse(text) })
  }
  await next()
}

const urlencoded = (text: string) => Object.fromEntries(new URLSearchParams(text))

/** Does what koa-mount does: removes the sub-path from the path. */
const cutOff =
  (subPath: string): Koa.Middleware =>
  async (context, next) => {
    if (context.path.startsWith(`${subPath}/`)) context.path = context.path.slice(subPath.length)
    await next()
  }

describeMount('mountOnKoa', open)
