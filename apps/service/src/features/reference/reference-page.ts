import { createHash } from 'node:crypto'
import type { OpenApiDocument, Operation, ResponseObject } from '../../http/openapi/types.js'
import { buildCurlCommand } from './example.js'
import { type Html, html } from './html.js'
import { printSchema } from './print-schema.js'
import { style } from './style.js'

/** The page may load nothing but its own style. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The reference as one page without scripts, built from the OpenAPI document. */
export function referencePage(document: OpenApiDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
  const groups = document.tags.map(({ name }) => ({
    name,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const { title, version, description } = document.info
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/app/icon.svg" type="image/svg+xml">
<title>${title} API reference</title>
<style>${{ html: style }}</style>
</head>
<body>
<nav aria-label="Operations"><p><strong>${title}</strong> ${version}</p>
<p><a href="#authentication">Authentication</a></p>
${groups.map(group => html`<details open><summary>${group.name}</summary><ul>${group.entries.map(link)}</ul></details>`)}
<p><a href="#schemas">Schemas</a></p></nav>
<main>
<h1>${title} API reference</h1>
<p>${prose(description)} The same as <a href="/openapi.json">OpenAPI 3.1</a>.</p>
${authentication(document)}
${groups.map(group => html`<section><h2 id="tag-${slug(group.name)}">${group.name}</h2>${group.entries.map(entry => article(entry, document))}</section>`)}
${schemas(document)}
</main>
</body>
</html>
`.html
}

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const link = ({ method, operation }: Entry) =>
  html`<li><a href="#${operation.operationId}"><b class="${method}">${method.toUpperCase()}</b> ${operation.summary}</a></li>`

/** Renders paragraphs, list items and \`code\`, the only markup in descriptions. */
function prose(text: string): Html[] {
  return text.split(/(`[^`]+`|\n)/).map(part => {
    if (part === '\n') return html`<br>`
    return part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`
  })
}

function authentication({ components: { securitySchemes } }: OpenApiDocument): Html {
  const rows = Object.entries(securitySchemes).map(
    ([name, scheme]) =>
      html`<tr><th scope="row">${name}</th><td>${scheme.name ? html`<code>${scheme.name}</code> (${scheme.in})` : html`<code>Authorization: Bearer</code>`}</td><td>${scheme.description}</td></tr>`,
  )
  return html`<section><h2 id="authentication">Authentication</h2><table>${rows}</table></section>`
}

function article({ method, path, operation }: Entry, document: OpenApiDocument): Html {
  const { operationId, summary, description, parameters, requestBody, security } = operation
  const body = requestBody?.content['application/json']?.schema
  const ways = security.map(way => Object.keys(way).join(' and ')).join(', or ')
  return html`<article>
<h3 id="${operationId}"><a href="#${operationId}">${summary}</a></h3>
<p class="address"><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code></p>
${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
<p>${ways === '' ? 'Open to anyone.' : `Authentication: ${ways}.`}</p>
${parameters.length === 0 ? undefined : parameterTable(operation)}
${body ? html`<h4>Body</h4><pre>${printSchema(body)}</pre>` : undefined}
<h4>Answers</h4><dl>${Object.entries(operation.responses).map(([status, response]) => renderResponse(status, response, document))}</dl>
<details><summary>Example</summary><pre>${buildCurlCommand(method, path, operation, document)}</pre></details>
</article>`
}

function parameterTable({ parameters }: Operation): Html {
  const rows = parameters.map(
    ({ name, in: location, required, description, schema }) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${location}${required ? '' : ', optional'}</td><td><code>${printSchema(schema)}</code> ${description ? prose(description) : ''}</td></tr>`,
  )
  return html`<h4>Parameters</h4><table>${rows}</table>`
}

function renderResponse(
  status: string,
  response: Operation['responses'][string],
  { components }: OpenApiDocument,
): Html {
  const found = '$ref' in response ? components.responses[lastPart(response.$ref)] : response
  const { description, content = {} } = found as ResponseObject
  const bodies = Object.entries(content).map(
    ([type, { schema }]) => html`<pre><i>${type}</i> ${printSchema(schema)}</pre>`,
  )
  return html`<dt>${status}</dt><dd>${prose(description)}${status.startsWith('2') ? bodies : undefined}</dd>`
}

const lastPart = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

function schemas({ components }: OpenApiDocument): Html {
  const entries = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<article><h3 id="schema-${name}"><a href="#schema-${name}">${name}</a></h3>${schema.description ? html`<p>${prose(schema.description)}</p>` : undefined}<pre>${printSchema(schema)}</pre></article>`,
  )
  return html`<section><h2 id="schemas">Schemas</h2>${entries}</section>`
}
