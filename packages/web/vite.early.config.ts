import { defineConfig } from 'vite'
import { shared } from './vite.shared.ts'

/** Builds `dist/early/early.js`: the script that the server writes into every page, one file without imports. */
export default defineConfig({
  ...shared,
  publicDir: false,
  build: {
    ...shared.build,
    outDir: 'dist/early',
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/frame/early/main.ts',
      output: { format: 'iife', entryFileNames: 'early.js' },
    },
  },
})
