import 'reflect-metadata'
import type { Server } from 'node:http'
import { Controller, Get, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { describeMount, type MountOptions, type OpenHost } from '../testing/describe-mount.js'
import { listen, toHost } from '../testing/listen.js'
import { mountOnNestJs } from './mount-on-nest-js.js'

class OtherController {
  answer() {
    return 'host'
  }
}
Get('other')(
  OtherController.prototype,
  'answer',
  Object.getOwnPropertyDescriptor(OtherController.prototype, 'answer')!,
)
Controller()(OtherController)

class AppModule {}
Module({ controllers: [OtherController] })(AppModule)

const quiet = { logger: false } as const

const openOnExpress: OpenHost = async options => {
  const root = express()
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule,
    new ExpressAdapter(options.subPath ? express() : root),
    quiet,
  )
  if (options.parsesBodies) app.use(express.json(), express.urlencoded({ extended: true }))
  mount(app, options)
  await app.init()
  if (options.subPath) root.use(options.subPath, app.getHttpAdapter().getInstance())
  return listen(root)
}

const openOnFastify: OpenHost = async options => {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule,
    new FastifyAdapter(),
    quiet,
  )
  if (options.parsesBodies) {
    for (const parse of [express.json(), express.urlencoded({ extended: true })]) {
      app
        .getHttpAdapter()
        .getInstance()
        .addHook('onRequest', (request, reply, done) => {
          parse(request.raw as express.Request, reply.raw as express.Response, done)
        })
    }
  }
  mount(app, options)
  await app.listen(0, '127.0.0.1')
  return toHost(app.getHttpServer() as Server)
}

function mount(app: NestExpressApplication | NestFastifyApplication, options: MountOptions): void {
  mountOnNestJs(app, options.prefix, options.handler, options.serve)
}

describeMount('mountOnNestJs on Express', openOnExpress)
describeMount('mountOnNestJs on Fastify', openOnFastify, { hasSubPaths: false })

describe('mountOnNestJs', () => {
  it('refuses an adapter it does not know, naming those it does', () => {
    const app = { getHttpAdapter: () => ({ getType: () => 'uws', getInstance: () => ({}) }) }
    expect(() =>
      mountOnNestJs(app, '/service', () => async () => ({ status: 204, headers: {} })),
    ).toThrow('The NestJS adapter "uws" is not supported: use one of express, fastify')
  })
})
