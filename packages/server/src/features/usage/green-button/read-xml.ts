import { createReadStream } from 'node:fs'
import { SaxesParser } from 'saxes'
import { ReadingsUnreadable } from '../usage/public.ts'

/** Receives XML elements by local name, because files use any prefix. */
export interface XmlHandler {
  readonly onOpen: (element: XmlElement) => void
  /** `text` is the trimmed text right before the end tag. `parent` is the local name of the enclosing element. */
  readonly onClose: (name: string, text: string, parent: string) => void
}

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly line: number
}

const chunkBytes = 65_536
/** Maximum length of text, comments and tags, which bounds the memory. Green Button files stay far below it. */
const maxTokenLength = 1_048_576
const mostDepth = 60

/**
 * Streams an XML file through a handler in constant memory and yields after each chunk. Refuses document types, so entities are
 * never expanded.
 *
 * @throws ReadingsUnreadable when the file is not well formed, ends early, or has a document type.
 */
export async function* readXml(path: string, handler: XmlHandler): AsyncGenerator<void> {
  const { write, close } = createParser(path, handler)
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    decoder ??= createDecoder(path, chunk)
    write(decoder.decode(chunk, { stream: true }))
    yield
  }
  write(decoder?.decode() ?? '')
  close()
  yield
}

function createParser(path: string, handler: XmlHandler) {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const refuse = (reason: string) => new ReadingsUnreadable(path, `line ${parser.line}: ${reason}`)
  const names: string[] = []
  let text = ''
  let length = 0
  let lengthAtTag = 0
  parser.on('error', (error) => {
    throw refuse(`is not well-formed XML: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw refuse('has a document type, which may define entities; remove it')
  })
  parser.on('opentag', ({ name, attributes }) => {
    lengthAtTag = length
    text = ''
    const local = name.slice(name.indexOf(':') + 1)
    if (names.push(local) > mostDepth) throw refuse(`has more than ${mostDepth} elements inside each other`)
    handler.onOpen({ name: local, attributes, line: parser.line })
  })
  parser.on('closetag', () => {
    lengthAtTag = length
    const name = names.pop() ?? ''
    handler.onClose(name, text.trim(), names.at(-1) ?? '')
    text = ''
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('cdata', (part) => {
    text += part
  })
  parser.on('comment', () => {
    lengthAtTag = length
  })
  return {
    write: (part: string) => {
      parser.write(part)
      length += part.length
      if (length - lengthAtTag > maxTokenLength)
        throw refuse(`has more than ${maxTokenLength} characters without a tag`)
    },
    close: () => {
      if (names.length > 0) throw refuse(`the file ends in the middle: <${names[0]}> is not closed`)
      parser.close()
    },
  }
}

/** Chooses the encoding from the byte order mark, then from the XML declaration, then UTF-8. */
function createDecoder(path: string, start: Buffer): InstanceType<typeof TextDecoder> {
  const mark = start.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return new TextDecoder('utf-16le')
  if (mark === 'feff') return new TextDecoder('utf-16be')
  const [, given = ''] = /^[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/u.exec(start.toString('latin1', 0, 200)) ?? []
  // No encoding has a longer name.
  const label = given === '' || given.length > 40 ? 'utf-8' : given
  try {
    return new TextDecoder(label)
  } catch {
    throw new ReadingsUnreadable(path, `has the unknown encoding ${label}; save it as UTF-8`)
  }
}
