import { type LogKind, type LogOwner, logKinds } from './log-kinds.js'

/** The hash of an entry, kept outside the service, for example from an earlier report. */
export interface Anchor extends LogOwner {
  readonly seq: number
  /** In hexadecimal. */
  readonly hash: string
}

/** The format of an anchor, for messages. */
export const ANCHOR_FORM = `KIND:OWNER:SEQ:HASH, as printed by a report, with KIND ${Object.keys(logKinds).join(' or ')}`

/** Formats an anchor as reports print it. */
export function anchorText({ kind, ownerId, seq, hash }: Anchor): string {
  return `${kind}:${ownerId}:${seq}:${hash}`
}

/** Parses an anchor; returns undefined when the text is not one. */
export function parseAnchor(text: string): Anchor | undefined {
  const [kind = '', owner = '', seq = '', hash = '', ...more] = text.split(':')
  const isWhole = [owner, seq].every(part => /^[1-9]\d{0,14}$/.test(part)) && more.length === 0
  if (!isLogKind(kind) || !isWhole || !/^[0-9a-f]{64}$/.test(hash)) return undefined
  return { kind, ownerId: Number(owner), seq: Number(seq), hash }
}

const isLogKind = (text: string): text is LogKind => Object.hasOwn(logKinds, text)
