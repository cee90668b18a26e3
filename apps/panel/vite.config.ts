import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './build/compress-files.js'
import { sandboxPages } from './build/sandbox-pages.js'

/** The service serves `dist/site` below `/app/`. */
export default defineConfig({
  base: '/app/',
  plugins: [react(), tailwindcss(), sandboxPages(), compressFiles()],
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // The policy of the page forbids `data:` fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    sourcemap: false,
  },
})
