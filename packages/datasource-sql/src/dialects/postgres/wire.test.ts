import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { checkDriver } from './wire.js'

describe('checkDriver', () => {
  it('accepts the installed driver', () => {
    expect(() => checkDriver(new pg.Client())).not.toThrow()
  })

  it('names what a driver of another version lacks, and what to install', () => {
    const client = Object.assign(new pg.Client(), {
      connection: { ...new pg.Connection(), parse: undefined, parsedStatements: undefined },
    })
    expect(() => checkDriver(client)).toThrow(
      /^The installed version of the package 'pg' is not supported: it has no 'parsedStatements', 'parse', .*npm install pg@8$/,
    )
  })

  it('says so of a client without a connection', () => {
    expect(() => checkDriver({})).toThrow(/'processID'.*'cancel'/)
  })
})
