import { isUtf8 } from 'node:buffer'
import type { ActionFile } from '@service/agent-client'
import { longestText } from './bound-value.js'
import type { EmbeddedFile, ToolAnswer } from './tool.js'

/** Bytes of a file that a client can be expected to take. */
const largestFile = 1024 * 1024

interface Origin {
  readonly collectionName: string
  readonly actionName: string
}

/** The file an action answered: as text where it is one, else as bytes; a large one is only told of. */
export function embedFile(file: ActionFile, origin: Origin): ToolAnswer {
  const { name = 'file', mimeType, content } = file
  const about = { name, mimeType, size: content.byteLength }
  const embedded = contentOf(file)
  if (embedded) {
    const uri = uriOf(origin, name)
    const files: EmbeddedFile[] = [{ type: 'resource', resource: { uri, mimeType, ...embedded } }]
    return { value: { file: about }, files }
  }
  const note = `The action ran and made this file, which is too large to be handed over here: the limit is ${largestFile} bytes, and ${longestText} characters of text.`
  return { value: { file: about, note } }
}

function contentOf({ mimeType, content }: ActionFile): { text: string } | { blob: string } | null {
  if (content.byteLength > largestFile) return null
  if (!isText(mimeType) || !isUtf8(content)) {
    return { blob: Buffer.from(content).toString('base64') }
  }
  const text = new TextDecoder().decode(content)
  return text.length > longestText ? null : { text }
}

function isText(mimeType: string): boolean {
  return /^(text\/|application\/([\w.-]+\+)?(json|xml)\b)/.test(mimeType)
}

function uriOf({ collectionName, actionName }: Origin, name: string): string {
  return `service:///${[collectionName, actionName, name].map(encodeURIComponent).join('/')}`
}
