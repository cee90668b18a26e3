import { ConfigurationError } from './errors.js'
import type { CallSite, JournalEntry } from './journal-entry.js'

/**
 * Records the caller of the given function, at the cost of one stack frame.
 *
 * @example
 * function removeEverything() {
 *   return captureCallSite(removeEverything)
 * }
 */
export function captureCallSite(calledFunction: (...args: never[]) => unknown): CallSite {
  const site: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  Error.captureStackTrace(site, calledFunction)
  Error.stackTraceLimit = limit
  return site
}

/** Formats a call site as `file:line:column`; empty when it is unknown. */
export function printCallSite(site: CallSite): string {
  const frame = site.stack?.split('\n')[1]?.trim() ?? ''
  return /\(([^()]+)\)$/.exec(frame)?.[1] ?? frame.replace(/^at (async )?/, '')
}

/** Creates the error of a journal entry: what failed, in which call, at which line. */
export function entryError(entry: JournalEntry, cause: unknown): ConfigurationError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const line = printCallSite(entry.calledFrom)
  const location = entry.collection === undefined ? 'the agent' : `'${entry.collection}'`
  const call = `${entry.operation}${pluginText(entry)} on ${location}`
  return new ConfigurationError(`${call}: ${reason}${line && `\n    at ${line}`}`, { cause, entry })
}

function pluginText({ operation, args: [plugin] }: JournalEntry): string {
  return operation === 'use' && typeof plugin === 'function' && plugin.name
    ? `(${plugin.name})`
    : ''
}
