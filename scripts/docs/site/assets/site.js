const root = document.documentElement
const find = name => document.getElementById(`site-${name}`)

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
    const found = searchSections(globalThis.docsSections, query).slice(0, 12)
    results.replaceChildren(...found.map(section => toLink(section, query)))
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

function toLink([path, anchor, title, heading, text], query) {
  const link = document.createElement('a')
  link.href = `${root.dataset.root}${path}${anchor && `#${anchor}`}`
  const name = document.createElement('strong')
  name.textContent = heading ? `${title} › ${heading}` : title
  const start = document.createElement('span')
  start.textContent = excerpt(text, query)
  link.append(name, start)
  return link
}
