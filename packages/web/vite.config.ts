import { defineConfig } from 'vite'
import { chunkGroups } from './build/chunk-groups.ts'
import { markStyles } from './build/mark-styles.ts'
import { pdfFiles } from './build/pdf-files.ts'
import { shared } from './vite.shared.ts'

const server = process.env['COOPLINE_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, markStyles(), pdfFiles()],
  build: {
    ...shared.build,
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    // Every browser that can run the portal preloads modules by itself; the polyfill would be an inline script's worth of code.
    modulePreload: { polyfill: false },
    // A file inlined as data: would need an exception in the content security policy, or be sent twice.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/demo': server, '/calendar': server },
  },
})
