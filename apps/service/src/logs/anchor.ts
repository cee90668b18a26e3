import { type LogKind, type LogOwner, logKinds } from './log-kinds.js'

/** The hash of an entry that somebody keeps outside, e.g. from an earlier report. */
export interface Anchor extends LogOwner {
  readonly seq: number
  /** Hexadecimal. */
  readonly hash: string
}

/** How an anchor is written. */
export const ANCHOR_FORM = `KIND:OWNER:SEQ:HASH, as a report tells it, with KIND ${Object.keys(logKinds).join(' or ')}`

/** An anchor as reports print it, and people keep it. */
export function anchorText({ kind, ownerId, seq, hash }: Anchor): string {
  return `${kind}:${ownerId}:${seq}:${hash}`
}

/** The anchor in a text; undefined when there is none. */
export function parseAnchor(text: string): Anchor | undefined {
  const [kind = '', owner = '', seq = '', hash = '', ...more] = text.split(':')
  const isWhole = [owner, seq].every(part => /^[1-9]\d{0,14}$/.test(part)) && more.length === 0
  if (!isLogKind(kind) || !isWhole || !/^[0-9a-f]{64}$/.test(hash)) return undefined
  return { kind, ownerId: Number(owner), seq: Number(seq), hash }
}

const isLogKind = (text: string): text is LogKind => Object.hasOwn(logKinds, text)
