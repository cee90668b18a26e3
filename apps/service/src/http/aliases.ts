import { findAliasHeader } from '@service/protocol'
import type { RequestFacts } from './request-facts.js'

/** Values of the other spelling of this protocol family, and what we call them. */
export const aliases = {
  initiator: { forestAdmin: 'service' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** A header under either of its names. */
export const headerOf = (request: RequestFacts, name: string): string | undefined =>
  request.header(name) ?? request.header(findAliasHeader(name))

/** Returns whether a request has a header only under its alias. */
export const usesAlias = (request: RequestFacts, name: string): boolean =>
  request.header(name) === undefined && headerOf(request, name) !== undefined
