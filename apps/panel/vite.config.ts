import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileAtOnce } from './build/compile-at-once.js'
import { compileTexts } from './build/compile-texts.js'
import { compressFiles } from './build/compress-files.js'
import { firstScripts } from './build/first-scripts.js'
import { listPackages } from './build/list-packages.js'
import { moveAnywhere } from './build/move-anywhere.js'
import { reachedFrom } from './build/reached-from.js'
import { sandboxPages } from './build/sandbox-pages.js'

const firstRequests = /\/(?:start\.ts|(?:first-requests|person|boot-path|base-path)\.[jt]s)$/
/** The editor of rich text, which fields and notes share. */
const richText =
  /\/node_modules\/(?:@tiptap|prosemirror-[a-z-]+|linkifyjs|orderedmap|rope-sequence)\//

const packages = listPackages()
const firstRows = reachedFrom('src/first-rows.ts')

/** The service serves `dist/site` below `/app/`, and that below any path. */
export default defineConfig({
  base: '/app/',
  plugins: [
    packages.collect(),
    react(),
    tailwindcss(),
    compileTexts(),
    firstRows.plugin,
    firstScripts(['src/start.ts', 'src/first-rows.ts']),
    compileAtOnce(['index', 'first-rows']),
    sandboxPages([packages.collect()]),
    packages.write(),
    moveAnywhere(),
    compressFiles({ isQuick: process.env.PANEL_BUILD === 'quick' }),
  ],
  worker: { plugins: () => [packages.collect()] },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // The policy of the page forbids `data:` fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Each file before the first screen is a request: what it needs is in one.
      output: {
        // The first script has the names of all others, and what is random in them cannot be compressed.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'first-requests', test: firstRequests, priority: 1 },
            { name: 'first-rows', tags: ['$initial'], test: id => firstRows.has(id) },
            { name: 'first-screen', tags: ['$initial'] },
            { name: 'rich-text-editor', test: richText, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
