// No block of more than 15 lines stands twice in packages and apps, be it with other names, texts and numbers: one idea has one implementation.
// Blank lines, comments, imports and lines of punctuation alone do not count.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const LONGEST = 15

/** A block of fewer different shapes is a list of like things, such as cases of a test: a copy only if it is the same to the letter. */
const FEWEST_SHAPES = 8

/** Files and folders that may look like another, and why. */
const exceptions = {
  'apps/service/src/store/migrations':
    'A migration stays as it ran, so it shares no code with others.',
}

const keywords = new Set(
  'as async await break case catch class const continue default delete do else export extends finally for function if in instanceof interface let new of return static super switch this throw try type typeof var while yield'.split(
    ' ',
  ),
)

const lines = ['packages', 'apps'].flatMap(listSources).flatMap(readLines)
const seen = new Map()
const pairs = []
for (let start = 0; start + LONGEST < lines.length; start++) {
  const block = lines.slice(start, start + LONGEST + 1)
  if (block[0].file !== block[LONGEST].file) continue
  const isList = new Set(block.map(line => line.shape)).size < FEWEST_SHAPES
  const key = block.map(line => (isList ? line.text : line.shape)).join('\n')
  const earlier = seen.get(key)
  if (earlier === undefined) seen.set(key, start)
  else if (start - earlier > LONGEST) pairs.push([earlier, start])
}

// A longer block is found once for each of its lines: the first tells all.
const isFollowing = ([first, second]) =>
  pairs.some(([one, other]) => one === first - 1 && other === second - 1)
for (const pair of pairs.filter(each => !isFollowing(each))) {
  const [first, second] = pair.map(start => `${lines[start].file}:${lines[start].number}`)
  console.error(`${first} and ${second} begin more than ${LONGEST} lines of the same shape.`)
}
if (pairs.length > 0) {
  console.error(
    'Let one piece of code serve both. If they only look alike, add one to the exceptions in scripts/check-duplicates.mjs, and say why.',
  )
}
process.exitCode = pairs.length > 0 ? 1 : 0

function readLines(file) {
  let isImport = false
  const counted = []
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (/^import\b/.test(text)) isImport = true
    const isCounted = !isImport && /\w/.test(text) && !/^\s*(\/\/|\/?\*)/.test(text)
    if (isImport && /'$/.test(text)) isImport = false
    if (isCounted)
      counted.push({ file, number: index + 1, text: text.trim(), shape: readShape(text) })
  }
  return counted
}

/** The line with one name for all names, one text for all texts and one number for all numbers. */
function readShape(text) {
  return text
    .trim()
    .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")
    .replace(/\b[\d_.]+\b/g, '0')
    .replace(/[A-Za-z_$][\w$]*/g, word => (keywords.has(word) ? word : 'x'))
}

function listSources(folder) {
  return readdirSync(folder).flatMap(entry => {
    const path = join(folder, entry)
    if (entry === 'node_modules' || entry === 'dist' || path in exceptions) return []
    if (statSync(path).isDirectory()) return listSources(path)
    return /\.(ts|mjs|js)$/.test(entry) ? [path] : []
  })
}
