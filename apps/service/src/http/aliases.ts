import { findAliasHeader } from '@service/protocol'
import type { RequestInfo } from './request-info.js'

/** The protocol family's names for our values. */
export const aliases = {
  initiator: { forestAdmin: 'service' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** Reads a header by its name or its alias. */
export const readHeader = (request: RequestInfo, name: string): string | undefined =>
  request.header(name) ?? request.header(findAliasHeader(name))

/** Whether a request has only the alias of a header. */
export const usesAlias = (request: RequestInfo, name: string): boolean =>
  request.header(name) === undefined && readHeader(request, name) !== undefined
