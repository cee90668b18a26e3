const root = document.documentElement
const find = id => document.getElementById(id)

startTheme()
startMenu()
startSearch()

/** The button switches between light and dark; pictures follow. */
function startTheme() {
  const button = find('theme')
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : isSystemDark.matches)
  const show = () => {
    button.textContent = isDark() ? 'Light' : 'Dark'
    button.setAttribute('aria-label', `Use the ${isDark() ? 'light' : 'dark'} theme`)
    for (const source of document.querySelectorAll('picture source')) {
      source.media = isDark() ? 'all' : 'not all'
    }
  }
  button.hidden = false
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    try {
      localStorage.setItem('docs-theme', root.dataset.theme)
    } catch {
      // The choice holds for this page.
    }
    show()
  })
  isSystemDark.addEventListener('change', show)
  show()
}

/** On narrow screens, the button opens the list of pages. */
function startMenu() {
  const button = find('menu')
  button.hidden = false
  button.addEventListener('click', () => {
    const isOpen = root.toggleAttribute('data-menu')
    button.setAttribute('aria-expanded', String(isOpen))
  })
}

function startSearch() {
  const input = find('search')
  const results = find('results')
  input.closest('search').hidden = false
  input.addEventListener('focus', loadSections, { once: true })
  input.addEventListener('input', async () => {
    await loadSections()
    showResults(input.value)
  })
  document.addEventListener('keydown', event => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      input.focus()
    }
    if (event.key === 'Escape') {
      results.hidden = true
      input.blur()
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !results.hidden) {
      const links = [input, ...results.querySelectorAll('a')]
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = links[links.indexOf(document.activeElement) + step]
      if (next) event.preventDefault()
      next?.focus()
    }
  })
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter') results.querySelector('a')?.click()
  })
  document.addEventListener('click', event => {
    if (!event.target.closest('search')) results.hidden = true
  })

  function showResults(query) {
    const found = searchSections(globalThis.searchSections, query).slice(0, 12)
    results.replaceChildren(...found.map(toLink))
    if (found.length === 0) results.textContent = 'Nothing found.'
    results.hidden = query.trim() === ''
  }
}

let loading
/** The index is loaded when somebody begins to search. */
function loadSections() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root.dataset.root}assets/search-index.js`
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
    document.head.append(script)
  })
  return loading
}

/** Sections in which every word begins a word, those with the words in their heading first. */
function searchSections(sections, query) {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? []
  if (words.length === 0) return []
  const begins = words.map(
    word =>
      new RegExp(
        `(?<![\\p{L}\\p{N}])${RegExp.escape?.(word) ?? word.replace(/[.-]/g, '\\$&')}`,
        'giu',
      ),
  )
  return sections
    .map(section => ({ section, score: rate(section, begins) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ section }) => section)
}

/** 0 when a word is missing. */
function rate([, , title, heading, text], begins) {
  let score = 0
  for (const begin of begins) {
    const count = place => place.match(begin)?.length ?? 0
    const own = 30 * count(heading) + (heading ? 8 : 40) * count(title) + Math.min(count(text), 5)
    if (own === 0) return 0
    score += own
  }
  return score
}

function toLink([path, anchor, title, heading, text]) {
  const link = document.createElement('a')
  link.href = `${root.dataset.root}${path}${anchor && `#${anchor}`}`
  const name = document.createElement('strong')
  name.textContent = heading ? `${title} › ${heading}` : title
  const start = document.createElement('span')
  start.textContent = text.length > 140 ? `${text.slice(0, 140)}…` : text
  link.append(name, start)
  return link
}
