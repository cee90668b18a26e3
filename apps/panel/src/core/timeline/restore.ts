import { nameInPath, type RestoredRecord } from '@service/protocol'
import type { WriteRequest } from '../record/write-requests.js'

/** What is restored: what one request changed, or the record as it was at an instant. */
export type RestoreChoice =
  | { readonly kind: 'revert'; readonly correlationKey: string }
  | { readonly kind: 'state'; readonly at: string }

interface RestoredPlace {
  readonly collection: string
  readonly id: string
}

/** The values that a preview showed. */
type Preview = Pick<RestoredRecord, 'changes'>

/**
 * Builds the request of a restore, or of its dry run when there is no preview yet. What changed since the preview is
 * not overwritten.
 *
 * @example
 * const preview = await agent.write(buildRestore(place, { kind: 'state', at }, undefined))
 */
export function buildRestore(
  { collection, id }: RestoredPlace,
  choice: RestoreChoice,
  preview: Preview | undefined,
): Omit<WriteRequest, 'effect'> {
  const fields = preview && Object.keys(preview.changes)
  const body = preview ? { fields } : { dryRun: true }
  if (choice.kind === 'revert') {
    return {
      method: 'POST',
      path: `/_audit-trail/correlation/${encodeURIComponent(choice.correlationKey)}/revert`,
      query: { collection, recordId: id },
      body,
    }
  }
  const expect = Object.entries(preview?.changes ?? {}).map(([name, { from }]) => [name, from])
  return {
    method: 'POST',
    path: `/_audit-trail/${nameInPath(collection)}/${encodeURIComponent(id)}/restore`,
    query: { at: choice.at },
    body: { ...body, ...(preview && { expect: Object.fromEntries(expect) }) },
  }
}

/** What the agent restored of the record, or would restore. */
export interface Restored {
  readonly record: RestoredRecord
  /** Reverting it takes the restore back. */
  readonly correlationKey: string
}

/** Reads the response to a restore or a revert of one record; undefined when it has none. */
export function readRestored(response: unknown): Restored | undefined {
  const { data, meta } = response as {
    readonly data: RestoredRecord | readonly RestoredRecord[]
    readonly meta: { readonly correlationKey: string }
  }
  const record = Array.isArray(data) ? (data[0] as RestoredRecord | undefined) : data
  return record && { record: record as RestoredRecord, correlationKey: meta.correlationKey }
}
