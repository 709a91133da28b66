/** How many of a file's first bytes decide its type: what `file-type` looks at. */
export const headBytes = 4100

/**
 * The media type that the bytes themselves show; what a header or a file's ending claims is not asked. Text that is SVG,
 * HTML, a glTF model or other JSON is told from other text.
 * @param head the first {@link headBytes} bytes, or all of a shorter file
 */
export async function contentTypeOf(head: Uint8Array): Promise<string> {
  // Few starts look at a file, and it takes long to load.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (found !== undefined && found.mime !== 'application/xml') return found.mime
  return textType(head) ?? found?.mime ?? 'application/octet-stream'
}

function textType(head: Uint8Array): string | undefined {
  const text = decode(head)
  if (text === undefined) return undefined
  const start = withoutPreamble(text).slice(0, 1000)
  if (/^<svg[\s>/]/i.test(withoutPreamble(start.replace(svgDoctype, '')))) return 'image/svg+xml'
  if (/^(?:<!doctype\s+html|<html|<head|<body|<script)[\s>]/i.test(start)) return 'text/html; charset=utf-8'
  if (/^<\?xml/i.test(text)) return 'application/xml'
  if (!isJson(text, head.length < headBytes)) return 'text/plain; charset=utf-8'
  return isModel(text) ? 'model/gltf+json' : 'application/json'
}

/** What follows is never asked for in the same expression: strangers write files on which that search does not end. */
const preamble = /^\ufeff?(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)*/i
const svgDoctype = /^<!doctype\s+svg[^>[]*(?:\[[^\]]*\][^>]*)?>/i

function withoutPreamble(text: string): string {
  return text.replace(preamble, '')
}

/** The head as text; undefined when it holds bytes that no text has. The last character may be cut in the middle. */
function decode(head: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length >= headBytes })
    return /[^\P{Cc}\t\n\f\r]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

function isJson(text: string, whole: boolean): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  if (!whole) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether JSON is a glTF model: such a file says which edition of the format it is, and programs write that first. */
function isModel(text: string): boolean {
  return /"asset"\s*:\s*\{[^{}]*"version"\s*:\s*"\d+\.\d+"/.test(text)
}
