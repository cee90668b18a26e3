import highlighter from 'highlight.js'

const languages = {
  ts: 'typescript',
  js: 'javascript',
  json: 'json',
  sh: 'bash',
  sql: 'sql',
  http: 'http',
  yaml: 'yaml',
  yml: 'yaml',
}

/** Colours code while the site is made, by classes that the style sheet knows. */
export function highlight(code, language = '') {
  const name = languages[language.split(/\s/)[0]]
  return name ? highlighter.highlight(code, { language: name }).value : escapeHtml(code)
}

export function escapeHtml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
