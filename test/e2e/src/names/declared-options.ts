import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The names that callers may write, by the type or the call that declares them. */
export type Declared = ReadonlyMap<string, readonly string[]>

/**
 * What the sources let callers write: the members of every exported type of options, of the objects
 * inside them, and of the objects that the operations of the chain take.
 */
export function declaredOptions(): Declared {
  const found = new Map<string, readonly string[]>()
  for (const folder of readdirSync(join(root, 'packages'))) {
    const interfaces = listInterfaces(join(root, 'packages', folder, 'src'))
    const exported = readEntry(join(root, 'packages', folder, 'src'))
    const byName = new Map(interfaces.map(node => [node.name.text, node]))
    for (const [name, node] of byName) {
      if (!isOptions(name) || !new RegExp(`\\b${name}\\b`).test(exported)) continue
      collect(found, `${folder} ${name}`, [...node.members, ...inherited(node, byName)])
    }
    for (const node of folder === 'engine' ? interfaces : []) {
      if (node.name.text !== 'CollectionCustomizer') continue
      for (const method of node.members.filter(ts.isMethodSignature)) {
        collectParameters(found, method)
      }
    }
  }
  return found
}

/** The text of an entry point and of the files it exports whole. */
function readEntry(folder: string): string {
  const text = readFileSync(join(folder, 'index.ts'), 'utf8')
  const whole = Array.from(text.matchAll(/export \* from '\.\/([\w-]+)\.js'/g), ([, name]) =>
    readFileSync(join(folder, `${name}.ts`), 'utf8'),
  )
  return [text, ...whole].join('\n')
}

const listInterfaces = (folder: string) =>
  list(folder)
    .filter(isSource)
    .map(path => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) =>
      /interface \w+(Options|Params|Files|Declaration)|interface (Reference|CollectionCustomizer)\b/.test(
        text,
      ),
    )
    .flatMap(file => parse(file).statements.filter(ts.isInterfaceDeclaration))

/** The members of the types of the same package that an interface extends. */
function inherited(
  { heritageClauses = [] as unknown as ts.NodeArray<ts.HeritageClause> }: ts.InterfaceDeclaration,
  byName: ReadonlyMap<string, ts.InterfaceDeclaration>,
): readonly ts.TypeElement[] {
  return heritageClauses.flatMap(({ types }) =>
    types.flatMap(({ expression }) => {
      const base = ts.isIdentifier(expression) ? byName.get(expression.text) : undefined
      return base ? [...base.members, ...inherited(base, byName)] : []
    }),
  )
}

/** Every variable that a program of ours names in its sources. */
export function namedVariables(): readonly string[] {
  const texts = ['packages', 'apps', 'examples']
    .flatMap(sourceFiles)
    .map(file => readFileSync(file, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''))
  const names = texts.flatMap(text => text.match(/\bSERVICE_[A-Z][A-Z_]*[A-Z]\b/g) ?? [])
  return [...new Set(names)].sort()
}

const isOptions = (name: string) =>
  /(Options|Params)$/.test(name) || ['SslFiles', 'ColumnDeclaration', 'Reference'].includes(name)

function collect(
  found: Map<string, readonly string[]>,
  name: string,
  members: readonly ts.TypeElement[],
): void {
  found.set(name, [...new Set(members.map(readName))])
  for (const member of members) {
    if (!ts.isPropertySignature(member) || !member.type) continue
    if (
      ts.isTypeLiteralNode(member.type) &&
      !member.type.members.some(ts.isIndexSignatureDeclaration)
    ) {
      collect(found, `${name}.${readName(member)}`, member.type.members)
    }
  }
}

/** The object that a call takes, as `definition` of addField or `keys` of a relation. */
function collectParameters(
  found: Map<string, readonly string[]>,
  method: ts.MethodSignature,
): void {
  const name = ts.isIdentifier(method.name) ? method.name.text : ''
  for (const { type } of method.parameters) {
    if (type && ts.isTypeLiteralNode(type)) found.set(`${name}()`, type.members.map(readName))
  }
}

const readName = ({ name }: ts.TypeElement): string =>
  name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : ''

const parse = ({ path, text }: { readonly path: string; readonly text: string }) =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest)

const isSource = (path: string) =>
  path.endsWith('.ts') && !/\.test(-d)?\.ts$|\/testing\//.test(path)

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name }) => list(join(root, folder, name, 'src')))
    .filter(isSource)
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}
