/// <reference path="../testing/express4.d.ts" />
import express from 'express'
import express4 from 'express4'
import { describeMount, type OpenHost } from '../testing/describe-mount.js'
import { listen } from '../testing/listen.js'
import { mountOnExpress } from './mount-on-express.js'

const openWith =
  (framework: typeof express): OpenHost =>
  options => {
    const app = framework()
    if (options.parsesBodies) app.use(framework.json(), framework.urlencoded({ extended: true }))
    const target = options.subPath ? framework() : app
    mountOnExpress(target, options.prefix, options.handler, options.serve)
    if (options.subPath) app.use(options.subPath, target)
    app.get('/other', (_request, response) => {
      response.send('host')
    })
    return listen(app)
  }

describeMount('mountOnExpress on Express 5', openWith(express))
describeMount('mountOnExpress on Express 4', openWith(express4))
