import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Fonts that PDF files name without bringing them, and decoders of pictures that need no compiled code. */
const wanted = [
  { folder: 'standard_fonts', ending: /\.(?:pfb|ttf)$/u },
  { folder: 'wasm', ending: /_nowasm_fallback\.js$/u },
] as const

/** Puts the files that the PDF library asks for by name where `open-pdf.ts` says that they are: `assets/pdf-VERSION/`. */
export function pdfFiles(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const at = `assets/pdf-${version}/`
  const files = new Map(
    wanted.flatMap(({ folder, ending }) =>
      readdirSync(join(root, folder))
        .filter((name) => ending.test(name))
        .map((name): [string, string] => [at + name, join(root, folder, name)]),
    ),
  )
  return {
    name: 'coopline-pdf-files',
    generateBundle() {
      for (const [fileName, path] of files) this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const path = files.get((request.url ?? '').slice(1))
        if (path === undefined) return next()
        if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(path))
      })
    },
  }
}
