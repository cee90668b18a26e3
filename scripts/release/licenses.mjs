import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences under which code may be in what users install: none asks more than to keep its text. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
])
/** A font may be used so in any program, and not be sold by itself. */
const ALLOWED_FONTS = new Set(['OFL-1.1'])
const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i
const LINE = '-'.repeat(100)

/** Throws when something that comes with a package has a licence that is not on the list. */
export function checkLicenses(name, components) {
  const refused = components.filter(component => !isAllowed(component))
  if (refused.length === 0) return
  const list = refused.map(({ ref, license }) => `${ref} (${license ?? 'no licence'})`)
  throw new Error(
    `${name} comes with code under licences that scripts/release/licenses.mjs does not allow: ${list.join(', ')}`,
  )
}

/** An expression such as `(MPL-2.0 OR Apache-2.0)`. One with more parentheses is refused. */
function isAllowed({ name, license = '' }) {
  const isFont = name.startsWith('@fontsource')
  return license
    .replace(/^\(([^()]*)\)$/, '$1')
    .split(' OR ')
    .some(choice =>
      choice.split(' AND ').every(id => ALLOWED.has(id) || (isFont && ALLOWED_FONTS.has(id))),
    )
}

/** The file THIRD-PARTY-LICENSES: the licences of what a package contains, and a list of what npm installs with it. */
export function writeLicenses({ name, version }, components) {
  const others = components.filter(({ isOurs }) => !isOurs)
  const contained = others.filter(({ containedIn }) => containedIn === name)
  const installed = others.filter(({ containedIn }) => containedIn !== name)
  const width = Math.max(...others.map(component => formatName(component).length))
  const list = installed.map(each => `${formatName(each).padEnd(width)}  ${each.license}`)
  return [
    `Code of others in ${name} ${version}, and installed with it.`,
    ...(contained.length > 0
      ? [`This package contains the ${contained.length} packages below.`, ...contained.map(quote)]
      : []),
    ...(installed.length > 0
      ? [
          `${LINE}\nnpm installs these ${installed.length} packages with it. Each has its licence in its own folder.`,
          list.join('\n'),
        ]
      : []),
    '',
  ].join('\n\n')
}

const formatName = ({ name, version }) => `${name} ${version}`

function quote(component) {
  const texts = readTexts(component.path)
  const text = texts.length > 0 ? texts.join('\n\n') : describeAuthor(component)
  return `${LINE}\n${formatName(component)} (${component.license})\n\n${text}`
}

function readTexts(path) {
  const files = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []
  return files
    .filter(file => file.isFile() && LICENSE_FILE.test(file.name))
    .map(file => readFileSync(join(path, file.name), 'utf8').replaceAll('\r\n', '\n').trim())
}

/** Some packages have no file with their licence: what their package.json says is all there is. */
function describeAuthor({ path, license }) {
  const { author, homepage } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const who = typeof author === 'object' ? author.name : author
  return `Copyright ${[who, homepage].filter(Boolean).join(', ')}. Licence: ${license}.`
}
