import type { Config } from '../config.js'
import type { RequestFacts } from './request-facts.js'

/** Where people reach the service: as configured, or as this request did. */
export const publicUrlOf = ({ publicUrl }: Config, request: RequestFacts): string =>
  (publicUrl ?? request.url.origin).replace(/\/$/, '')
