import { defineConfig } from 'vite'
import { shared } from './vite.shared.ts'

/** Builds `dist/frame/frame.js`: one file for Node with everything in it, which draws the frames of the pages. */
export default defineConfig({
  ...shared,
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/frame/frame.tsx',
    outDir: 'dist/frame',
    emptyOutDir: true,
    minify: true,
    reportCompressedSize: false,
    // Dictionaries of a megabyte that a frame has no use for.
    rolldownOptions: { external: [/^@zxcvbn-ts\//u], output: { entryFileNames: 'frame.js', codeSplitting: false } },
  },
})
