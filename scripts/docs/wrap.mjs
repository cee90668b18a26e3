export const WIDTH = 120

/** The numbers of lines that are too long and could be wrapped. Tables, code and comments may be wider. */
export function findWideLines(text) {
  return readBlocks(text)
    .filter(isWide)
    .map(({ line }) => line)
}

/** Wraps the paragraphs and list items that have a line that is too long. */
export function wrap(text) {
  return readBlocks(text)
    .flatMap(block => (isWide(block) ? fill(block) : block.lines))
    .join('\n')
}

function isWide({ isProse, lines }) {
  return isProse && lines.some(line => line.length > WIDTH && /\S\s+\S/.test(line))
}

/** Splits a page into paragraphs, list items and verbatim lines, each with its first line number. */
function readBlocks(text) {
  const blocks = []
  let isCode = false
  let open
  for (const [index, line] of text.split('\n').entries()) {
    const isFence = /^\s*```/.test(line)
    if (isFence) isCode = !isCode
    if (isCode || isFence || /^\s*(\||#|<|>|$)/.test(line)) {
      open = undefined
      blocks.push({ isProse: false, lines: [line], line: index + 1 })
    } else if (open && !/^\s*([-*+]|\d+\.) /.test(line)) {
      open.lines.push(line)
    } else {
      open = { isProse: true, lines: [line], line: index + 1 }
      blocks.push(open)
    }
  }
  return blocks
}

function fill({ lines }) {
  const [, indent, marker = ''] = /^(\s*)((?:[-*+]|\d+\.) +)?/.exec(lines[0])
  const next = indent + ' '.repeat(marker.length)
  const words = splitWords(
    lines
      .map(line => line.trim())
      .join(' ')
      .slice(marker.length),
  )
  const filled = []
  let current = indent + marker
  let isEmpty = true
  for (const word of words) {
    // A line that began with this word would be read as a list item or a heading.
    const isMarker = /^([-*+]|\d+\.|#+)$/.test(word)
    if (isEmpty) current += word
    else if (isMarker || current.length + 1 + word.length <= WIDTH) current += ` ${word}`
    else {
      filled.push(current)
      current = next + word
    }
    isEmpty = false
  }
  return [...filled, current]
}

/** Splits at blanks outside of code spans. */
function splitWords(text) {
  return text.match(/(?:`+[^`]*`+|[^\s`])+/g) ?? []
}
