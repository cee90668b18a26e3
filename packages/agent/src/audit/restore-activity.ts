import type { HttpRequest } from '@service/http'
import type { Subject } from '../activity/truncate-entry.js'

const subjects = new WeakMap<HttpRequest, Subject>()

/** Tells the activity log which records a restore is about: only the audit trail knows them. */
export function noteRestore(request: HttpRequest, subject: Subject): void {
  subjects.set(request, subject)
}

/** What a restore is about; known before it writes. */
export function describeRestore({ request }: { readonly request: HttpRequest }): Subject {
  return subjects.get(request) ?? { action: 'update' }
}

/** A dry run shows values and writes nothing. */
export function describeRestoreRead(context: { readonly request: HttpRequest }): Subject {
  return { ...describeRestore(context), action: 'read', label: 'audit trail' }
}
