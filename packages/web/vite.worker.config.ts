import { defineConfig } from 'vite'
import { shared } from './vite.shared.ts'

/** Builds `dist/worker/worker.js`: the service worker, one file without imports, to which the server adds what it keeps. */
export default defineConfig({
  ...shared,
  publicDir: false,
  build: {
    ...shared.build,
    outDir: 'dist/worker',
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'worker/worker.ts',
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
})
