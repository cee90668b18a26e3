/** The path of a sandbox page, below the base path that the page of the panel names. */
export const getSandboxPath = (name: 'html' | 'webhook'): string =>
  `${document.documentElement.dataset.base ?? ''}/app/sandbox/${name}.html`
