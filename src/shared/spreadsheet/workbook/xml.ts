/** Reads XML parts piece by piece with a strict parser that accepts no document type and no custom entities. */
import { SaxesParser } from 'saxes'
import { maxCellLength } from '../limits.ts'
import { maxHeldBytes } from './limits.ts'
import { damaged, type Part, tooLarge, WorkbookError } from './package.ts'

export type Attributes = Readonly<Record<string, string>>

/** Callbacks for a part's elements. Element names are without prefixes, attribute names as written. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/**
 * Parses a part. After each piece it yields the piece's bytes, so that the caller can take what the handler collected; a caller
 * that stops there ends the reading.
 *
 * @throws WorkbookError if it is not well-formed, declares a document type, or has a text longer than a cell may be.
 */
export async function* walkXml(part: Part, handler: XmlHandler): AsyncGenerator<number> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let fault: WorkbookError | undefined
  let length = 0
  const hear = (text: string) => {
    length += text.length
    if (length > maxCellLength) fault ??= longCell(`A cell in ${part.name}`)
    else handler.text?.(text)
  }
  parser.on('error', () => {
    fault ??= damaged(`The workbook is damaged: ${part.name} is no XML`)
  })
  parser.on('doctype', () => {
    fault ??= damaged(`${part.name} declares a document type, which no workbook does`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    length = 0
    handler.open(local(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    length = 0
    handler.close?.(local(name))
  })
  parser.on('text', hear)
  parser.on('cdata', hear)

  let decoder: TextDecoder | undefined
  let sinceTag = 0
  for await (const piece of part.pieces()) {
    decoder ??= new TextDecoder(encodingOf(piece))
    const text = decoder.decode(piece, { stream: true })
    // The parser buffers a text until a tag ends it; this bounds the buffer.
    const tag = text.lastIndexOf('<')
    sinceTag = tag < 0 ? sinceTag + text.length : text.length - tag
    if (sinceTag > 2 * maxCellLength) throw longCell(`A cell in ${part.name}`)
    parser.write(text)
    if (fault !== undefined) throw fault
    yield piece.length
  }
  parser.close()
  if (fault !== undefined) throw fault
}

/** Parses a whole part whose content the handler keeps in memory. */
export async function readXml(part: Part, handler: XmlHandler): Promise<void> {
  if (part.size > maxHeldBytes) throw tooLarge(part.name)
  for await (const _ of walkXml(part, handler));
}

/** An attribute by its name without prefix, such as `id` of `r:id`. */
export function prefixed(attributes: Attributes, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1]
}

/** Whether an attribute's value is true. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}

function local(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The error for a text longer than a cell may be. @param where the beginning of the sentence */
export function longCell(where: string): WorkbookError {
  const message = `${where} holds more than 1 million characters: put large media into a file beside the spreadsheet and write its name there.`
  return new WorkbookError('file.size', message)
}
