// `npm run docs [folder]`: makes a static site of `docs/`, in build/docs unless another folder is named. It works from
// any path and without a server, loads nothing from elsewhere, and has a search of its own.
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkLinks } from '../links.mjs'
import { layOut } from './layout.mjs'
import { readSite } from './read-site.mjs'
import { renderPage } from './render-page.mjs'
import { listSections } from './search-index.mjs'

const target = resolve(
  process.argv[2] ?? fileURLToPath(new URL('../../../build/docs', import.meta.url)),
)
process.chdir(fileURLToPath(new URL('../../..', import.meta.url)))

const site = readSite()
const problems = site.pages.flatMap(({ source, text }) =>
  [...checkLinks(source, text)].map(problem => `${source} ${problem}`),
)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

const draft = `${target}.${process.pid}`
try {
  await writeSite(draft)
  await rm(target, { recursive: true, force: true })
  await rename(draft, target)
  console.log(`${site.pages.length} pages: ${join(target, 'index.html')}`)
} catch (error) {
  await rm(draft, { recursive: true, force: true })
  throw error
}

async function writeSite(folder) {
  const write = async (path, text) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await Promise.all(
    site.pages.map(page => write(page.path, layOut(site, page, renderPage(page, site)))),
  )
  const sections = site.pages.flatMap(listSections)
  // A script, since browsers do not let pages read files that lie beside them.
  await write('assets/search-index.js', `globalThis.docsSections = ${JSON.stringify(sections)}\n`)
  for (const name of ['site.css', 'theme.js', 'search.js', 'site.js']) {
    await write(
      `assets/${name}`,
      await readFile(new URL(`assets/${name}`, import.meta.url), 'utf8'),
    )
  }
  await cp('apps/panel/src/ui/tokens.css', join(folder, 'assets/tokens.css'))
  await cp('docs/images', join(folder, 'images'), { recursive: true })
}
