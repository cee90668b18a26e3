import { isUtf8 } from 'node:buffer'
import type { ActionFile } from '@service/agent-client'
import { maxTextLength } from './bound-value.js'
import type { EmbeddedFile, ToolAnswer } from './tool.js'

/** Maximum bytes of a file returned to a client. */
const maxFileBytes = 1024 * 1024

interface Origin {
  readonly collectionName: string
  readonly actionName: string
}

/** The file an action returned: as text if possible, else as bytes; a large one is only described. */
export function embedFile(file: ActionFile, origin: Origin): ToolAnswer {
  const { name = 'file', mimeType, content } = file
  const about = { name, mimeType, size: content.byteLength }
  const embedded = encodeContent(file)
  if (embedded) {
    const uri = buildUri(origin, name)
    const files: EmbeddedFile[] = [{ type: 'resource', resource: { uri, mimeType, ...embedded } }]
    return { value: { file: about }, files }
  }
  const note = `The action ran and returned this file, which is too large to be included: the limit is ${maxFileBytes} bytes, and ${maxTextLength} characters of text.`
  return { value: { file: about, note } }
}

function encodeContent({
  mimeType,
  content,
}: ActionFile): { text: string } | { blob: string } | null {
  if (content.byteLength > maxFileBytes) return null
  if (!isText(mimeType) || !isUtf8(content)) {
    return { blob: Buffer.from(content).toString('base64') }
  }
  const text = new TextDecoder().decode(content)
  return text.length > maxTextLength ? null : { text }
}

function isText(mimeType: string): boolean {
  return /^(text\/|application\/([\w.-]+\+)?(json|xml)\b)/.test(mimeType)
}

function buildUri({ collectionName, actionName }: Origin, name: string): string {
  return `service:///${[collectionName, actionName, name].map(encodeURIComponent).join('/')}`
}
